import { z } from "zod";

/** A part of a published JSON Schema, as far as this program reads it. */
export interface SchemaNode {
  type?: string | string[];
  description?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  enum?: (string | number)[];
  const?: string | number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: unknown;
  [keyword: string]: unknown;
}

export interface ObjectSchema extends SchemaNode {
  type: "object";
}

/** The shape of a tool's structured content; several where the arguments decide which one it is. */
export type OutputShape = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>;

/** Marks an object that is published without its members, since a client copies it or another tool of the list describes it. */
export const OUTLINE = { outline: true };

/** Marks text that a caller copies from a result, such as an ID: its limit is checked but not published, as nobody meets it. */
export const COPIED = { copied: true };

/**
 * The JSON Schema of a tool's arguments: `accepted` is everything that is checked; `published` leaves out what lies within an `OUTLINE`, how
 * long `COPIED` text may be, how many of a fixed list of values may be given, and `minLength: 1`, since a blank argument counts as absent.
 */
export function inputSchemas(schema: z.ZodObject): { accepted: ObjectSchema; published: ObjectSchema } {
  const accepted = lean(z.toJSONSchema(schema, { io: "input" })) as ObjectSchema;
  return { accepted, published: { ...brief(accepted), type: "object" } };
}

function brief(node: SchemaNode): SchemaNode {
  const { type, description, required, properties } = node;
  if (node.outline === true)
    return { type, description, ...(required && { required, properties: outlines(properties, required) }) };
  const left = new Set(["copied", ...(node.copied === true ? ["maxLength"] : []), ...(node.items?.enum ? ["maxItems"] : [])]);
  const kept = Object.entries(node).filter(([keyword, value]) => !left.has(keyword) && !(keyword === "minLength" && value === 1));
  return {
    ...Object.fromEntries(kept),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, brief(member)])),
    }),
    ...(node.items && { items: brief(node.items) }),
    ...(node.anyOf && { anyOf: node.anyOf.map(brief) }),
  };
}

/**
 * The JSON Schema of a tool's structured content: its first level alone, since a client carries it with every list of tools and nothing in
 * it helps a model to call. It demands nothing, because an error travels there too ({error: …}) and clients of the first SDK line hold
 * errors against the same schema. What lies deeper is held to the tool's own shape before it goes out.
 */
export function outputSchema(shape: OutputShape): ObjectSchema {
  const shapes = "options" in shape ? shape.options : [shape];
  const types = new Map<string, Set<string>>();
  for (const { properties: found = {} } of shapes.map((one) => lean(z.toJSONSchema(one, { io: "output" })) as SchemaNode)) {
    for (const [name, node] of Object.entries(found)) types.set(name, new Set([...(types.get(name) ?? []), ...typesOf(node)]));
  }
  const properties = Object.fromEntries([...types].map(([name, own]) => [name, typed([...own])]));
  return { type: "object", properties, additionalProperties: true };
}

/** The schema without what every client assumes anyway: each word of it costs a model's attention. */
function lean(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(lean);
  if (node === null || typeof node !== "object") return node;
  const kept = Object.entries(node).filter(
    ([keyword, value]) =>
      keyword !== "$schema" &&
      !(keyword === "additionalProperties" && value !== false) &&
      !(keyword === "maximum" && value === Number.MAX_SAFE_INTEGER) &&
      !(keyword === "minimum" && value === Number.MIN_SAFE_INTEGER),
  );
  return withSingleTypes(Object.fromEntries(kept.map(([keyword, value]) => [keyword, lean(value)])));
}

/** A list of types as alternatives: clients that map schemas onto dialects with one type a node drop or refuse the list. */
function withSingleTypes({ type, description, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const described = description === undefined ? {} : { description };
  if (!Array.isArray(type)) return { ...(type === undefined ? {} : { type }), ...described, ...rest };
  return {
    ...described,
    anyOf: type.map((single) => (single === "null" ? { type: single } : { type: single as unknown, ...rest })),
  };
}

/** The part of a schema at a path of property names and list positions, or undefined. */
export function nodeAt(schema: SchemaNode, path: readonly PropertyKey[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = schema;
  for (const step of path) {
    node = typeof step === "number" ? node?.items : objectOf(node)?.properties?.[String(step)];
  }
  return node;
}

/** The object that a node is, or that one of its alternatives is. */
export function objectOf(node: SchemaNode | undefined): SchemaNode | undefined {
  return node?.properties ? node : node?.anyOf?.find((alternative) => alternative.properties);
}

/** What a node allows: the values of a list, else words such as “a whole number from 1 to 50”. */
export function allowedBy(node: SchemaNode): string | string[] {
  if (node.enum) return node.enum.map(String);
  if (node.const !== undefined) return [String(node.const)];
  if (node.anyOf) return node.anyOf.map((alternative) => [allowedBy(alternative)].flat().join(", ")).join(", or ");
  if (Array.isArray(node.type)) return node.type.map((type) => allowedBy({ ...node, type })).join(", or ");
  switch (node.type) {
    case "integer":
      return `a whole number${range(node.minimum, node.maximum)}`;
    case "number":
      return `a number${range(node.minimum, node.maximum)}`;
    case "string":
      return node.maxLength === undefined ? "text" : `text of ${node.minLength ?? 0} to ${node.maxLength} characters`;
    case "boolean":
      return "true or false";
    case "array": {
      const { minItems, maxItems } = node;
      const entries =
        maxItems === undefined ? "" : ` with ${minItems === undefined ? "at most" : `${minItems} to`} ${maxItems} entries`;
      return `a list${entries}, each ${[allowedBy(node.items ?? {})].flat().join(" or ")}`;
    }
    case "null":
      return "null";
    case "object":
      return `an object with ${Object.keys(node.properties ?? {}).join(", ")}`;
    default:
      return "a value of a different kind";
  }
}

function range(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, ${minimum} or more`;
  return maximum === undefined ? "" : `, ${maximum} or less`;
}

/** The members that must be given, by their types alone. */
function outlines(properties: Record<string, SchemaNode> = {}, required: readonly string[]): Record<string, SchemaNode> {
  return Object.fromEntries(required.map((name) => [name, { type: properties[name]?.type }]));
}

function typesOf({ type, anyOf = [] }: SchemaNode): string[] {
  return [type ?? [], anyOf.flatMap(typesOf)].flat();
}

function typed(types: readonly string[]): SchemaNode {
  const [type, ...others] = types;
  return others.length === 0 ? { type } : { anyOf: types.map((one) => ({ type: one })) };
}
