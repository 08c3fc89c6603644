import { inSpokenOrder, parseName } from "../documents/names.ts";
import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { foldText } from "../documents/text.ts";

const REPOSITORY = /\b(?:github\.com|gitlab\.com|bitbucket\.org)\/([\w.-]+)\/([\w.-]+)/iu;
/** A family name as long as this hardly stands in another's by chance; a shorter one needs the given name, or its first letter, beside it. */
const TELLING_NAME = 7;

/**
 * Whether a repository bears its paper's mark, where nobody says whose it is: its owner's name spells an author's, or its name has the one that
 * the title opens with (“AIDE: …”).
 */
export function isNamedAfter({ title, statement, source }: Signal, paper: Pick<Paper, "title" | "authors">): boolean {
  const [, account, repository] = REPOSITORY.exec(`${title} ${statement} ${source.url ?? ""}`) ?? [];
  if (!account || !repository) return false;
  const owner = letters(account);
  const named = /^([\p{L}\p{N}-]{3,}):/u.exec(paper.title)?.[1];
  const words = foldText(repository).split(/[^\p{L}\p{N}]+/u);
  return paper.authors.some((author) => spells(owner, author)) || (named !== undefined && words.includes(foldText(named)));
}

function spells(owner: string, author: string): boolean {
  const name = parseName(inSpokenOrder(author));
  const [first, last] = "literal" in name ? [name.literal, name.literal] : [name.given.split(/\s/u)[0]!, name.family];
  const [given, family] = [letters(first), letters(last)];
  if (family === "" || given === "") return false;
  if (family.length >= TELLING_NAME && owner.includes(family)) return true;
  const whole = [given + family, family + given].some((name) => owner.includes(name));
  const initial = [given[0] + family, family + given[0]].includes(owner);
  const apart = given.length >= 4 && owner.startsWith(given) && owner.endsWith(family);
  return whole || initial || apart;
}

function letters(text: string): string {
  return foldText(text).replace(/[^\p{L}]/gu, "");
}
