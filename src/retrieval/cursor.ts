import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { contentHash } from "../documents/hash.ts";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";

/** Where a page begins, and which search and generation it belongs to. */
interface Position {
  offset: number;
  search: string;
  generation: string;
}

/** Signs and reads cursors: opaque to callers, worthless for any other search or generation. */
export interface Cursors {
  issue(offset: number, search: unknown, generation: string): string;
  /** The offset of a cursor of this very search. Throws `bad_cursor`. */
  read(cursor: string, search: unknown, generation: string): number;
}

const secrets = new WeakMap<Records, Promise<Buffer>>();

/** Cursors signed with the secret that all servers of an installation share; the first to need it makes it. */
export async function cursorsOf(records: Records): Promise<Cursors> {
  let secret = secrets.get(records);
  if (!secret) {
    secret = sharedSecret(records);
    secrets.set(records, secret);
    secret.catch(() => secrets.delete(records));
  }
  return cursors(await secret);
}

function cursors(secret: Buffer): Cursors {
  const sign = (payload: string) => createHmac("sha256", secret).update(payload).digest().subarray(0, 16);
  return {
    issue(offset, search, generation) {
      const position: Position = { offset, search: contentHash(search).slice(0, 16), generation };
      const payload = Buffer.from(JSON.stringify(position)).toString("base64url");
      return `${payload}.${sign(payload).toString("base64url")}`;
    },
    read(cursor, search, generation) {
      const [payload = "", signature = ""] = cursor.split(".");
      const given = Buffer.from(signature, "base64url");
      const due = sign(payload);
      if (given.length !== due.length || !timingSafeEqual(given, due)) throw new PublicError("bad_cursor", { field: "cursor" });
      const position = JSON.parse(Buffer.from(payload, "base64url").toString()) as Position;
      if (position.search !== contentHash(search).slice(0, 16)) throw new PublicError("bad_cursor", { field: "cursor" });
      if (position.generation !== generation) {
        throw new PublicError("bad_cursor", { field: "cursor", message: "The index was rebuilt since this cursor was issued." });
      }
      return position.offset;
    },
  };
}

async function sharedSecret(records: Records): Promise<Buffer> {
  const made = { secret: randomBytes(32).toString("base64url") };
  const stored = await records.put("secret", "cursor", made, { expectedVersion: 0 });
  const value = stored?.value ?? (await records.get<{ secret: string }>("secret", "cursor"))?.value;
  if (!value) throw new PublicError("records_unavailable");
  return Buffer.from(value.secret, "base64url");
}
