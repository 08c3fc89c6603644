import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { PublicError } from "../errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** In characters (code points), after normalization. */
export const PASSWORD_LENGTH = { min: 12, max: 200 } as const;

/** Memory in KiB, passes and lanes: the first choice of OWASP's cheat sheet for argon2id with little memory. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const STORED = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,128})\$([A-Za-z0-9+/]{16,128})$/u;

const derive = promisify(argon2);

/**
 * What is stored of a password: its argon2id hash with salt and cost, in the PHC format.
 * Throws `invalid_argument` for a password that is not allowed, as `checkPasswordForm` does.
 */
export async function hashPassword(password: string): Promise<string> {
  checkPasswordForm(password);
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive("argon2id", { message: normalized(password), nonce: salt, tagLength: TAG_BYTES, ...COST });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Throws `invalid_argument` for a password that is too short, too long or among those that are guessed first. */
export function checkPasswordForm(password: string): void {
  const text = normalized(password);
  const length = Array.from(text).length;
  if (length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max && text.trim() !== "") {
    if (!isCommonPassword(text)) return;
    const message = "This password is easy to guess. Use several words that do not belong together, or a password manager.";
    throw new PublicError("invalid_argument", { field: "password", message });
  }
  const allowed = `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters`;
  throw new PublicError("invalid_argument", { field: "password", message: `The password must have ${allowed}.`, allowed });
}

/**
 * Whether a password is the one that was hashed. `stored` null (there is no such account, or it has no password): false, after as
 * much work as a real comparison.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag] = STORED.exec(stored ?? NO_PASSWORD) ?? [];
  if (tag === undefined) throw new Error("A stored password hash is not in the expected form");
  const expected = Buffer.from(tag, "base64");
  const derived = await derive("argon2id", {
    // A text beyond the limit is no password; it is cut so that nobody can make the server hash a huge text.
    message: normalized(password).slice(0, 2 * PASSWORD_LENGTH.max + 1),
    nonce: Buffer.from(salt, "base64"),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(derived, expected) && stored !== null;
}

/** The hash that stands in for that of an account which does not exist. */
const NO_PASSWORD = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** One password typed on two keyboards is one sequence of code points. */
function normalized(password: string): string {
  return password.normalize("NFKC");
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/u, "");
}
