import type { CallToolResult, Tool as ListedTool, ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Scope } from "../access/scopes.ts";
import { PublicError } from "../errors.ts";
import { parseArguments } from "./arguments.ts";
import { withinBudget, jsonBytes, MAX_BYTES, MAX_FACTS_BYTES, type Cut } from "./budget.ts";
import type { ToolContext } from "./context.ts";
import { inputSchemas, outputSchema, type OutputShape } from "./json-schema.ts";
import { CONCISE_LIMIT, fitting, plain } from "./render.ts";
import type { Facts } from "./shapes.ts";
import type { Library } from "../retrieval/library.ts";
import { overOneGeneration } from "../retrieval/pinned.ts";
import { toolError } from "./tool-error.ts";
import { withDeadline } from "../shared/deadline.ts";

/** One tool: its schemas, and the handler that answers it with the same facts twice. */
export interface ToolDefinition<Input extends z.ZodObject, Output extends OutputShape> {
  name: string;
  title: string;
  /** Tells a model when to use it. */
  description: string;
  /** The scopes it needs, all of them. */
  scopes: readonly Scope[];
  /** Strict, so that a misspelled argument is named instead of dropped. */
  input: Input;
  /** Loose, so that a further member does not break clients that check. Only its first level is published. */
  output: Output;
  annotations: ToolAnnotations;
  /** What is cut of a result that is too large, in this order. */
  cuts?: readonly Cut[];
  /** The longest a call may take from when it came in, in milliseconds. Default: 10,000. */
  deadlineMs?: number;
  handler(args: z.output<Input>, context: ToolContext): Promise<ToolAnswer<Facts<z.input<Output>>>>;
}

/** The same facts twice: some clients show a model only one of the two. */
export interface ToolAnswer<Structured> {
  structured: Structured;
  /** The lines of the Markdown. `longest`: the most characters that a single text may have; infinite at first. */
  lines(maxLength: number): string[];
  /** Keeps the Markdown within `CONCISE_LIMIT` characters. */
  concise?: boolean;
  /** A PNG that shows the same to whoever would rather look. */
  picture?: Buffer;
}

/** A tool as `tools/list` shows it. */
type PublishedTool = Required<
  Pick<ListedTool, "name" | "title" | "description" | "inputSchema" | "outputSchema" | "annotations">
>;

export interface Tool {
  /** The longest that a call of it may take, in milliseconds. */
  deadlineMs: number;
  name: string;
  scopes: readonly Scope[];
  /** True where a call reads papers and signals and keeps nothing that lasts. */
  readsLibrary: boolean;
  published: PublishedTool;
  /** Never rejects: what goes wrong comes back as a result with `isError`. */
  call(args: unknown, context: ToolContext): Promise<CallToolResult>;
}

/** The longest that a call of a tool that searches may take, in milliseconds. */
export const SEARCH_DEADLINE_MS = 2_500;

/** Annotations of a tool that only reads, from this library alone; the other hints are about tools that write. */
export const READ_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** The longest a call may take, in milliseconds, unless its tool says otherwise. */
export const DEADLINE_MS = 10_000;

/** Makes a tool of its definition; its schemas are converted once, here. `deadlineMs` is for tests. */
export function defineTool<Input extends z.ZodObject, Output extends OutputShape>(
  definition: ToolDefinition<Input, Output>,
  deadlineMs = definition.deadlineMs ?? DEADLINE_MS,
): Tool {
  const { name, title, description, scopes, input, output, annotations, cuts = [], handler } = definition;
  const schemas = inputSchemas(input);
  const readsLibrary =
    annotations.readOnlyHint === true && scopes.some((scope) => scope === "papers:read" || scope === "signals:read");
  return {
    name,
    deadlineMs,
    scopes,
    readsLibrary,
    published: {
      name,
      title,
      description,
      inputSchema: schemas.published as PublishedTool["inputSchema"],
      outputSchema: outputSchema(output),
      annotations,
    },
    async call(given, context) {
      try {
        const args = parseArguments(input, schemas.accepted, given);
        const waitedMs = context.receivedAt === undefined ? 0 : performance.now() - context.receivedAt;
        const work = (signal: AbortSignal) => {
          const over = (library: Library) => handler(args, { ...context, library, signal });
          return readsLibrary ? overOneGeneration(context.library, signal, over) : over(context.library);
        };
        const answer = await withDeadline(Math.max(1, deadlineMs - waitedMs), work, {
          signal: context.signal,
          late: tooLate,
        });
        const image = answer.picture?.toString("base64");
        const imageBytes = image?.length ?? 0;
        const facts = withinBudget(output.parse(answer.structured), cuts, MAX_FACTS_BYTES - imageBytes);
        const notes = facts.shortened.map(({ part, shown, of, how }) => `Shortened: ${part}, ${shown} of ${of}; ${how}.`);
        const text = markdownOf(
          answer,
          notes.map((note) => plain(note)),
          MAX_BYTES - imageBytes - facts.bytes,
        );
        const picture = image === undefined ? [] : [{ type: "image" as const, data: image, mimeType: "image/png" }];
        return { structuredContent: facts.structured, content: [{ type: "text", text }, ...picture] };
      } catch (error) {
        return toolError(error, name, given, context);
      }
    },
  };
}

function markdownOf({ lines, concise = false }: ToolAnswer<unknown>, notes: string[], maxBytes: number): string {
  const fits = (text: string) => (!concise || text.length <= CONCISE_LIMIT) && jsonBytes(text) <= maxBytes;
  return fitting(fits, (maxLength) => [...notes, ...lines(maxLength)]);
}

function tooLate(): PublicError {
  return new PublicError("deadline_exceeded", { retryAfterSeconds: 1 });
}
