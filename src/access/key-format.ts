import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { KEY_LIKE, KEY_PREFIX } from "../shared/key-redaction.ts";

/*
 * A key is `s2s_`, 43 base62 characters that hold 256 random bits, and 6 base62 characters that hold the CRC32 of those 43: a
 * mistyped or cut key is told from an unknown one without asking anyone.
 */
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const KEY = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`, "u");

/** A new key. */
export function newKey(): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString("hex")}`), RANDOM_LENGTH);
  return KEY_PREFIX + random + checksum(random);
}

/** Whether a text has the form of a key, its checksum included. */
export function isWellFormedKey(text: string): boolean {
  const [, random, stated] = KEY.exec(text) ?? [];
  return random !== undefined && checksum(random) === stated;
}

/** Whether a whole key stands somewhere in a text. */
export function holdsKey(text: string): boolean {
  return text.match(KEY_LIKE)?.some(isWellFormedKey) ?? false;
}

/** What is stored of a key: its SHA-256 as 64 hexadecimal characters. */
export function keyHash(key: string): string {
  return hash("sha256", key, "hex");
}

function checksum(random: string): string {
  return base62(BigInt(crc32(random)), CHECKSUM_LENGTH);
}

function base62(number: bigint, length: number): string {
  let digits = "";
  for (let rest = number; rest > 0n; rest /= 62n) digits = BASE62[Number(rest % 62n)] + digits;
  return digits.padStart(length, BASE62[0]);
}
