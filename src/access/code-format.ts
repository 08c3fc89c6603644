import { createHash, randomBytes } from "node:crypto";

/*
 * A one-time code: 160 random bits as 32 characters in groups of four, in Crockford's base 32, which leaves out I, L, O and U.
 * What is typed may be in lower case, without the dashes, and with O for 0, I or L for 1.
 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 32;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`, "u");

/** A new code. */
export function newCode(): string {
  return base32(randomBytes(20)).match(/.{4}/gu)!.join("-");
}

/** What is stored of a code: the SHA-256 of its characters. Null for a text that is no code. */
export function codeHash(typed: string): string | null {
  const characters = typed.toUpperCase().replaceAll(/[\s-]/gu, "").replaceAll("O", "0").replaceAll(/[IL]/gu, "1");
  if (!CODE.test(characters)) return null;
  return createHash("sha256").update(characters).digest("hex");
}

function base32(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let characters = "";
  for (let index = 0; index < LENGTH; index += 1) {
    characters = ALPHABET[Number(number & 31n)] + characters;
    number >>= 5n;
  }
  return characters;
}
