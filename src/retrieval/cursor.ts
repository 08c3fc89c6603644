import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { contentHash } from "../documents/hash.ts";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";

/** What a cursor belongs to; for anything else it is worthless. */
export interface CursorScope {
  /** The arguments of the search, but for those that only say how much of it to show. */
  search: unknown;
  /** The live generation of the index. */
  generation: string;
  /** Who asks: the id of the key; empty on the command line. */
  owner: string;
}

/** Signs and reads cursors, which are opaque to callers. */
export interface Cursors {
  issue(scope: CursorScope, position: object): string;
  /** The position that was issued for this very scope. Throws `bad_cursor`. */
  read<Position extends object>(scope: CursorScope, cursor: string): Position;
}

interface Payload {
  search: string;
  generation: string;
  owner: string;
  position: object;
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

/** The error of a cursor that cannot be used, with the sentence that says why. */
export function badCursor(message: string): PublicError {
  return new PublicError("bad_cursor", { field: "cursor", message, allowed: "next_cursor of the previous page, unchanged" });
}

function cursors(secret: Buffer): Cursors {
  const sign = (payload: string) => createHmac("sha256", secret).update(payload).digest().subarray(0, 16);
  return {
    issue(scope, position) {
      const payload = Buffer.from(JSON.stringify({ ...shortened(scope), position } satisfies Payload)).toString("base64url");
      return `${payload}.${sign(payload).toString("base64url")}`;
    },
    read<Position extends object>(scope: CursorScope, cursor: string) {
      const [payload = "", signature = ""] = cursor.split(".");
      const given = Buffer.from(signature, "base64url");
      const due = sign(payload);
      if (given.length !== due.length || !timingSafeEqual(given, due)) throw badCursor("The cursor is not valid.");
      const issued = JSON.parse(Buffer.from(payload, "base64url").toString()) as Payload;
      const wanted = shortened(scope);
      if (issued.owner !== wanted.owner) throw badCursor("The cursor belongs to a different API key.");
      if (issued.search !== wanted.search) throw badCursor("The cursor belongs to a search with different arguments.");
      if (issued.generation !== wanted.generation) throw badCursor("The index has been rebuilt since this cursor was issued.");
      return issued.position as Position;
    },
  };
}

function shortened({ search, generation, owner }: CursorScope): Omit<Payload, "position"> {
  const short = (value: unknown) => contentHash(value).slice(0, 16);
  return { search: short(search), generation: short(generation), owner: short(owner) };
}

async function sharedSecret(records: Records): Promise<Buffer> {
  const read = () => records.get<{ secret: string }>("secret", "cursor");
  const made = { secret: randomBytes(32).toString("base64url") };
  // Read first: a database that takes no writes may have it.
  const stored = (await read()) ?? (await records.put("secret", "cursor", made, { expectedVersion: 0 })) ?? (await read());
  if (!stored) throw new PublicError("records_unavailable");
  return Buffer.from(stored.value.secret, "base64url");
}
