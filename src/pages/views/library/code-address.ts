import type { Signal } from "../../../documents/signal.ts";

const ADDRESS = /(?:https?:\/\/|\b(?=(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/))[^\s”)>"]+/giu;
const REPOSITORY = /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.[\w.-]+|bitbucket\.org|codeberg\.org)\/[^/]+\/[^/]+/iu;
/** How signals name a repository of GitHub without its address: “… names owner/name as the official code …”, “Code of …: owner/name”. */
const NAMED = [
  /\b(?:names|gives|links) ([a-z\d][a-z\d-]*\/[\w.-]+) (?:on GitHub )?as /iu,
  /^Code of [^]+: ([a-z\d][a-z\d-]*\/[\w.-]*\w)$/iu,
];

/** Where the code is that a signal tells of: a repository, else another address that its statement names; never the record of the source that tells of it. Null where it names none. */
export function codeAddress({
  title,
  statement,
  source,
}: Pick<Signal, "title" | "statement"> & { source: Pick<Signal["source"], "url"> }): string | null {
  const addresses = (statement.match(ADDRESS) ?? []).map(
    (address) => `${/^https?:/iu.test(address) ? "" : "https://"}${address.replace(/[.,;:]+$/u, "")}`,
  );
  const repository = [...addresses, source.url ?? ""].find((address) => REPOSITORY.test(address));
  return (
    repository ?? namedRepository(statement) ?? namedRepository(title) ?? addresses.find((one) => one !== source.url) ?? null
  );
}

/** The words for an address of code: `owner/name` on GitHub, elsewhere with the host. */
export function codeWords(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?(?:github\.com\/)?/iu, "");
}

export function isRepository(address: string): boolean {
  return REPOSITORY.test(address);
}

/** The address of the repository that a text names as signals do; null where it names none. */
export function namedRepository(text: string): string | null {
  const name = NAMED.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])[0];
  return name === undefined ? null : `https://github.com/${name}`;
}
