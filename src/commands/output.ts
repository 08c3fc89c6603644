/** Prints a result on standard output: as JSON, or as the text given. */
export function print(result: unknown, options: { json?: boolean }, text: () => string): void {
  process.stdout.write(`${options.json ? JSON.stringify(result, null, 2) : text()}\n`);
}

/** Prints a line for the person watching, on standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Rows as a plain table, numbers to the right. */
export function table(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => (cell === null ? "–" : String(cell))));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const numeric = header.map((_, column) => rows.every((row) => typeof row[column] === "number" || row[column] === null));
  return cells
    .map((row) =>
      row
        .map((cell, column) => (numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
