/** Rows of unit vectors, one after the other in one array. */
export interface Matrix {
  readonly values: Float32Array;
  readonly rows: number;
  readonly dimensions: number;
}

export function matrix(rows: number, dimensions: number): Matrix {
  return { values: new Float32Array(rows * dimensions), rows, dimensions };
}

/** A row as a view: writing to it writes to the matrix. */
export function rowOf({ values, dimensions }: Matrix, row: number): Float32Array {
  return values.subarray(row * dimensions, (row + 1) * dimensions);
}

/** The first rows as a matrix that shares them. */
export function firstRows({ values, dimensions }: Matrix, rows: number): Matrix {
  return { values: values.subarray(0, rows * dimensions), rows, dimensions };
}

/** Several vectors as the rows of a matrix. */
export function matrixOf(vectors: readonly Float32Array[], dimensions: number): Matrix {
  const made = matrix(vectors.length, dimensions);
  for (const [row, vector] of vectors.entries()) made.values.set(vector, row * dimensions);
  return made;
}

/** The row nearest to a vector and their cosine; of equals the first. Looks at four rows at a time, which halves the time. */
export function nearestRow(rows: Matrix, vector: Float32Array): { row: number; cosine: number } {
  const { values, dimensions } = rows;
  let [best, cosine] = [-1, -Infinity];
  const fours = rows.rows - (rows.rows % 4);
  for (let row = 0; row < fours; row += 4) {
    const [a, b, c, d] = [row * dimensions, (row + 1) * dimensions, (row + 2) * dimensions, (row + 3) * dimensions];
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let index = 0; index < dimensions; index += 1) {
      const value = vector[index]!;
      sumA += value * values[a + index]!;
      sumB += value * values[b + index]!;
      sumC += value * values[c + index]!;
      sumD += value * values[d + index]!;
    }
    if (sumA > cosine) [best, cosine] = [row, sumA];
    if (sumB > cosine) [best, cosine] = [row + 1, sumB];
    if (sumC > cosine) [best, cosine] = [row + 2, sumC];
    if (sumD > cosine) [best, cosine] = [row + 3, sumD];
  }
  for (let row = fours; row < rows.rows; row += 1) {
    const sum = dot(rowOf(rows, row), vector);
    if (sum > cosine) [best, cosine] = [row, sum];
  }
  return { row: best, cosine };
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}

/** Scales a vector to length 1 in place; a vector of zeros stays. */
export function normalize(vector: Float32Array): void {
  const length = Math.sqrt(dot(vector, vector));
  if (length === 0) return;
  for (let index = 0; index < vector.length; index += 1) vector[index]! /= length;
}
