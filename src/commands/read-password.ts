import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** A password: typed without being shown where a person sits there, else the first line of standard input. */
export async function readPassword(question: string): Promise<string> {
  const typed = process.stdin.isTTY;
  if (typed) process.stderr.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nothing, terminal: typed });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
    if (typed) process.stderr.write("\n");
  }
}
