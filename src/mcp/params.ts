import { z } from "zod";
import { PublicError } from "../errors.ts";

/* The params that methods need: the SDK answers a wrong shape as a fault of the server's. Further members are left alone. */

const MAX_ADDRESS_LENGTH = 2_000;

const Texts = z.record(z.string(), z.string());
const Any = z.looseObject({
  _meta: z.looseObject({ progressToken: z.union([z.string(), z.int()]).optional() }).optional(),
});
const List = Any.extend({ cursor: z.string().optional() });

const PARAMS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>(
  Object.entries({
    initialize: Any.extend({
      protocolVersion: z.string(),
      capabilities: z.looseObject({}),
      clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
    }),
    "tools/list": List,
    "tools/call": Any.extend({ name: z.string(), arguments: z.looseObject({}).optional() }),
    "resources/list": List,
    "resources/templates/list": List,
    "resources/read": Any.extend({ uri: z.string().max(MAX_ADDRESS_LENGTH) }),
    "prompts/list": List,
    "prompts/get": Any.extend({ name: z.string(), arguments: Texts.optional() }),
    "completion/complete": Any.extend({
      ref: z.union([
        z.looseObject({ type: z.literal("ref/prompt"), name: z.string() }),
        z.looseObject({ type: z.literal("ref/resource"), uri: z.string() }),
      ]),
      argument: z.looseObject({ name: z.string(), value: z.string() }),
      context: z.looseObject({ arguments: Texts.optional() }).optional(),
    }),
  }),
);

/** Throws `invalid_params` where a method's params lack what it needs. */
export function checkParams(message: { method: string; params?: Record<string, unknown> }): void {
  const needed = PARAMS.get(message.method) ?? Any;
  const parsed = needed.safeParse(message.params ?? {});
  if (parsed.success) return;
  const where = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
  throw new PublicError("invalid_params", { message: `The params have the wrong shape at ${where}.` });
}
