import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What every peer is given: the same texts, questions and vectors. */
export interface Task {
  documents: { id: string; title: string; text: string }[];
  questions: { id: string; text: string }[];
  dimensions: number;
  /** How much the vectors count where Signal Canvas joins the lists; see `Embedder`. */
  fusionWeight: number;
}

export interface Given extends Task {
  /** The vector of each document, and of each question. */
  vectors: { documents: Float32Array[]; questions: Float32Array[] };
}

/** What a peer did. */
export interface Done {
  /** The most resident memory of its process, in megabytes. */
  memoryMb?: number;
  loadSeconds: number;
  /** Bytes of what it keeps on disk, or of its index written out. */
  bytes: number;
  /** Milliseconds of each question. */
  times: number[];
  /** Ids of the first ten for each question. */
  rankings: string[][];
}

const FILES = { task: "task.json", documents: "documents.f32", questions: "questions.f32" } as const;

/** Writes the task into a folder: a JSON file, and little-endian float32 one vector after another. */
export function writeTask(folder: string, { vectors, ...task }: Given): void {
  writeFileSync(join(folder, FILES.task), JSON.stringify(task));
  for (const part of ["documents", "questions"] as const) {
    const all = new Float32Array(vectors[part].length * task.dimensions);
    for (const [at, vector] of vectors[part].entries()) all.set(vector, at * task.dimensions);
    writeFileSync(join(folder, FILES[part]), new Uint8Array(all.buffer));
  }
}

export function readTask(folder: string): Given {
  const task = JSON.parse(readFileSync(join(folder, FILES.task), "utf8")) as Task;
  const read = (file: string) => {
    const { buffer, byteOffset, byteLength } = readFileSync(join(folder, file));
    const all = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
    return Array.from({ length: all.length / task.dimensions }, (_, at) =>
      all.subarray(at * task.dimensions, (at + 1) * task.dimensions),
    );
  };
  return { ...task, vectors: { documents: read(FILES.documents), questions: read(FILES.questions) } };
}

/** Asks each question once to warm up where it is among the first, then every one, and times that. */
export async function timed(
  { questions }: Task,
  ask: (index: number) => Promise<string[]> | string[],
): Promise<Pick<Done, "times" | "rankings">> {
  for (let index = 0; index < Math.min(WARM_UP, questions.length); index += 1) await ask(index);
  const times: number[] = [];
  const rankings: string[][] = [];
  for (const index of questions.keys()) {
    const beganAt = performance.now();
    rankings.push(await ask(index));
    times.push(performance.now() - beganAt);
  }
  return { times, rankings };
}

const WARM_UP = 20;
