import { InvalidArgumentError, Option } from "commander";
import { SCOPES, type Scope } from "../access/scopes.ts";

/** `--scopes`, with these where it is not given. */
export function scopesOption(description: string, otherwise: readonly Scope[]): Option {
  return new Option("--scopes <list>", description).argParser(scopesOf).default([...otherwise], otherwise.join(","));
}

/** Reads a list of scopes, with spaces or commas between. */
function scopesOf(text: string): Scope[] {
  const given = text.split(/[\s,]+/u).filter(Boolean);
  const unknown = given.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (given.length === 0 || unknown.length > 0)
    throw new InvalidArgumentError(
      unknown.length > 0
        ? `Unknown scope: ${unknown.join(", ")}. Use any of ${SCOPES.join(", ")}.`
        : `Use any of ${SCOPES.join(", ")}.`,
    );
  return given as Scope[];
}
