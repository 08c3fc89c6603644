import { InvalidArgumentError } from "commander";
import { SCOPES, type Scope } from "../access/scopes.ts";

/** Reads a list of scopes, with spaces or commas between. */
export function scopesOption(text: string): Scope[] {
  const given = text.split(/[\s,]+/u).filter(Boolean);
  const unknown = given.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (given.length === 0 || unknown.length > 0)
    throw new InvalidArgumentError(`${unknown.join(", ") || "nothing"} is no scope; allowed are ${SCOPES.join(", ")}.`);
  return given as Scope[];
}
