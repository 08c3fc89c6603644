import { ConfigError } from "../config.ts";
import { PublicError } from "../errors.ts";

/** Exit codes of the program. */
export const EXIT = { done: 0, failed: 1, usage: 2, dead_letters: 3 } as const;

/** Tells a person what went wrong, without a stack, and sets the exit code. Wrong settings count as wrong usage. */
export function failed(error: unknown): void {
  process.exitCode = error instanceof ConfigError ? EXIT.usage : EXIT.failed;
  process.stderr.write(`${explained(error)}\n`);
}

function explained(error: unknown): string {
  if (error instanceof ConfigError) return `Invalid settings:\n${error.message.replaceAll(/^/gmu, "  ")}`;
  if (error instanceof PublicError)
    return [`error: ${error.message}`, error.hint, ...allowed(error), ...causes(error)].join("\n  ");
  return `error: ${error instanceof Error ? error.message : String(error)}`;
}

/** What lay behind it, for the operator who runs the command. */
function causes(error: Error): string[] {
  return error.cause instanceof Error ? [`because: ${error.cause.message}`, ...causes(error.cause)] : [];
}

function allowed({ field, allowed: values }: PublicError): string[] {
  if (values === undefined) return [];
  return [`${field ?? "allowed"}: ${typeof values === "string" ? values : values.join(", ")}`];
}
