import type { FastifyInstance } from "fastify";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip";

/** What is shorter than a packet gains nothing. */
const MIN_LENGTH = 1_000;
/** For pages, which are made for one request: about as fast as gzip and smaller. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The encoding that a request accepts, the smaller one first; null: none of ours. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | null {
  const names = new Set(
    String(accepted ?? "")
      .split(",")
      .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/u.test(one))
      .map((one) => one.split(";")[0]!.trim().toLowerCase()),
  );
  return (["br", "gzip"] as const).find((encoding) => names.has(encoding)) ?? null;
}

/** A file as small as it gets, in each encoding. */
export function compressedFile(content: Buffer): Record<Encoding, Buffer> {
  return { br: brotliCompressSync(content), gzip: gzipSync(content, { level: 9 }) };
}

/**
 * Sends pages compressed, but those that show a secret: from the size of several answers, each with a guess in its address, whoever watches the line could read it (BREACH). They say so
 * with `no-transform`. What another site's page led to is sent as it is, too: nobody else can have many pages opened in a person's name.
 */
export function compressPages(app: FastifyInstance): void {
  const compress = {
    br: (text: string) => promisify(brotliCompress)(text, QUICK),
    gzip: (text: string) => promisify(gzip)(text),
  };
  app.addHook<string | Buffer | undefined>("onSend", async ({ headers }, reply, payload) => {
    if (typeof payload !== "string" || !String(reply.getHeader("content-type")).startsWith("text/html")) return payload;
    reply.header("Vary", "Accept-Encoding, Sec-Fetch-Site");
    const isSecret = String(reply.getHeader("cache-control")).includes("no-transform");
    const isOwn = [undefined, "same-origin", "none"].includes(headers["sec-fetch-site"]);
    const encoding = encodingFor(headers["accept-encoding"]);
    if (isSecret || !isOwn || encoding === null || payload.length < MIN_LENGTH) return payload;
    reply.header("Content-Encoding", encoding);
    return compress[encoding](payload);
  });
}
