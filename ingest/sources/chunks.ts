/** The same bytes, in chunks of which the first has at least `size` bytes (unless there are fewer in all). */
export async function* withHead(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (head === null) {
      yield bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < size) continue;
    yield head;
    head = null;
  }
  if (head !== null && head.length > 0) yield head;
}
