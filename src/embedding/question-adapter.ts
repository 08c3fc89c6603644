import { readFile } from "node:fs/promises";
import { join } from "node:path";

const BYTES = 2;

/**
 * Reads a model's question adapter: a square matrix A of 16-bit floats (IEEE 754, little-endian), row by row, of as many rows as vectors have dimensions. A question of vector q is searched by
 * (q + Aq) / |q + Aq|; stored vectors stay as they are. Throws where the file is missing or of another size.
 */
export async function readQuestionAdapter(
  folder: string,
  file: string,
  dimensions: number,
): Promise<(question: Float32Array) => Float32Array> {
  const bytes = await readFile(join(folder, file)).catch(() => {
    throw new Error(`${file} is missing or cannot be read`);
  });
  const expected = dimensions * dimensions * BYTES;
  if (bytes.length !== expected)
    throw new Error(`${file} has ${bytes.length} bytes; for ${dimensions} dimensions a question adapter has ${expected}`);
  const halves = new DataView(bytes.buffer, bytes.byteOffset);
  const matrix = Float32Array.from({ length: dimensions * dimensions }, (_, index) => halves.getFloat16(index * BYTES, true));
  return (question) => adapted(matrix, question);
}

/** `dimensions`² multiplications: .1 ms for 384. */
function adapted(matrix: Float32Array, question: Float32Array): Float32Array {
  const { length } = question;
  const moved = question.map((own, row) => {
    let sum = own;
    for (let column = 0, at = row * length; column < length; column += 1, at += 1) sum += matrix[at]! * question[column]!;
    return sum;
  });
  const norm = Math.hypot(...moved);
  return norm > 0 ? moved.map((component) => component / norm) : question;
}
