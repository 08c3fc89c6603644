import type { z } from "zod";
import { holdsKey } from "../access/key-format.ts";
import { withoutInvisible } from "../shared/invisible.ts";
import { PublicError } from "../errors.ts";
import { allowedBy, nodeAt, objectOf, type SchemaNode } from "./json-schema.ts";
import { nearest } from "./nearest.ts";

/**
 * The arguments of a call in their parsed form. `""`, `[]` and null for an optional argument mean absent, at any level.
 * Throws `unknown_argument` or `invalid_argument`, about the first argument that is refused, with a sentence for each further one.
 */
export function parseArguments<Input extends z.ZodObject>(input: Input, published: SchemaNode, given: unknown): z.output<Input> {
  // It would be stored with the question.
  if (holdsKey(JSON.stringify(given) ?? "")) throw new PublicError("invalid_argument", { message: HOLDS_KEY });
  const parsed = input.safeParse(withoutBlanks(published, given), { reportInput: true });
  const refusals = [
    ...pathsOfProto(given).map((path) => unknownArgument(PROTO, path, published)),
    ...(parsed.error?.issues.flatMap((issue) => refusalsOf(issue, published)) ?? []),
  ];
  if (parsed.success && refusals.length === 0) return parsed.data;
  const first = refusals.find((refusal) => refusal.code === "unknown_argument") ?? refusals[0];
  if (!first) throw new PublicError("invalid_argument", { cause: parsed.error });
  const sentences = [first, ...refusals.filter((refusal) => refusal !== first)].map((refusal) => refusal.sentence);
  throw new PublicError(first.code, {
    field: first.field,
    message: [...new Set(sentences)].slice(0, MAX_SENTENCES).join(" "),
    allowed: first.allowed,
  });
}

/** Throws `invalid_argument` for the first of these arguments that was given. `reason`: why it has no place in this call. */
export function refuseGiven<Args extends object>(args: Args, names: readonly (keyof Args & string)[], reason: string): void {
  const given = names.find((name) => args[name] !== undefined && args[name] !== false);
  if (given === undefined) return;
  throw new PublicError("invalid_argument", { field: given, message: `${given} ${reason}.`, allowed: reason });
}

interface Refusal {
  code: "unknown_argument" | "invalid_argument";
  field: string;
  sentence: string;
  allowed: string | string[];
}

const HOLDS_KEY =
  "An argument contains an API key. Send keys only in the Authorization header, and revoke a key that was sent anywhere else.";
const MAX_SENTENCES = 5;
const MAX_SHOWN_NAME = 60;

/** The arguments without blanks, and their texts without invisible characters, which nobody types. */
function withoutBlanks(node: SchemaNode | undefined, value: unknown): unknown {
  if (typeof value === "string") return withoutInvisible(value);
  if (Array.isArray(value)) return value.map((entry) => withoutBlanks(node?.items, entry));
  if (value === null || typeof value !== "object") return value;
  const object = objectOf(node);
  const cleaned = Object.entries(value).map(
    ([name, member]) => [name, withoutBlanks(object?.properties?.[name], member)] as const,
  );
  return Object.fromEntries(cleaned.filter(([name, member]) => !object || !isBlank(member) || object.required?.includes(name)));
}

const PROTO = "__proto__";

/** Where an object has a member of this name, which the schema library passes over in silence. */
function pathsOfProto(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (value === null || typeof value !== "object") return [];
  const within = Object.entries(value).flatMap(([name, member]) =>
    pathsOfProto(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return Object.hasOwn(value, PROTO) ? [path, ...within] : within;
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === "string" && value.trim() === "") || (Array.isArray(value) && value.length === 0);
}

function refusalsOf(issue: z.core.$ZodIssue, published: SchemaNode, base: PropertyKey[] = []): Refusal[] {
  const path = [...base, ...issue.path];
  if (issue.code === "invalid_union") {
    const inObject = issue.errors.find((branch) =>
      branch.some((inner) => inner.path.length > 0 || inner.code === "unrecognized_keys"),
    );
    if (inObject) return inObject.flatMap((inner) => refusalsOf(inner, published, path));
  }
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownArgument(key, path, published));
  const field = fieldName(path);
  const node = nodeAt(published, path);
  const allowed = node ? allowedBy(node) : "";
  if (issue.code === "custom")
    return [{ code: "invalid_argument", field, sentence: `${field} ${issue.message}.`, allowed: issue.message }];
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  const words = Array.isArray(allowed) ? `one of ${allowed.join(", ")}` : allowed;
  return [
    {
      code: "invalid_argument",
      field,
      sentence: missing ? `${field} is required: ${words}.` : `${field} must be ${words}.`,
      allowed,
    },
  ];
}

/** Points to the nearest name on the same level, else to the same name on another level. */
function unknownArgument(key: string, path: PropertyKey[], published: SchemaNode): Refusal {
  const names = Object.keys(objectOf(nodeAt(published, path))?.properties ?? {});
  const here = fieldName(path);
  const elsewhere = pathsOf(published).find((candidate) => candidate.split(".").at(-1) === key);
  const near = nearest(key, names);
  const suggestion = near === null ? elsewhere : here === "" ? near : `${here}.${near}`;
  const name = key.length > MAX_SHOWN_NAME ? `${key.slice(0, MAX_SHOWN_NAME)}…` : key;
  const field = here === "" ? name : `${here}.${name}`;
  return {
    code: "unknown_argument",
    field,
    sentence: `There is no argument ${field}${suggestion === undefined ? "" : `; did you mean ${suggestion}`}${suggestion === undefined ? "." : "?"}`,
    allowed: names,
  };
}

/** Every argument's dotted path. */
function pathsOf(node: SchemaNode, prefix = ""): string[] {
  return Object.entries(objectOf(node)?.properties ?? {}).flatMap(([name, member]) => [
    `${prefix}${name}`,
    ...pathsOf(member, `${prefix}${name}.`),
  ]);
}

/** `filters.venues[0]` */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === "number") return `${name}[${step}]`;
    return name === "" ? String(step) : `${name}.${String(step)}`;
  }, "");
}
