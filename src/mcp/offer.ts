import { missingScopes, type Scope } from "../access/scopes.ts";
import { PROMPTS, type Prompt } from "./prompts.ts";
import { RESOURCES, type Resource } from "./resources.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools/index.ts";

/** Everything that the endpoint offers, each list in the order in which it is shown. */
export interface Offer {
  tools: readonly Tool[];
  resources: readonly Resource[];
  prompts: readonly Prompt[];
}

export const OFFER: Offer = { tools: TOOLS, resources: RESOURCES, prompts: PROMPTS };

/** The part of an offer that a key with these scopes may use. */
export function allowedBy(offer: Offer, scopes: readonly Scope[]): Offer {
  const allowed = (item: { scopes: readonly Scope[] }) => missingScopes(item.scopes, scopes).length === 0;
  return {
    tools: offer.tools.filter(allowed),
    resources: offer.resources.filter(allowed),
    prompts: offer.prompts.filter(allowed),
  };
}

/** What a message asks for by name, with the scopes that it needs; undefined where there is no such thing. */
export function askedFor(
  offer: Offer,
  message: { method: string; params?: Record<string, unknown> },
): { name: string; scopes: readonly Scope[]; tool?: Tool } | undefined {
  const { name, uri } = message.params ?? {};
  switch (message.method) {
    case "tools/call": {
      const tool = offer.tools.find((candidate) => candidate.name === name);
      return tool && { name: `The tool ${tool.name}`, scopes: tool.scopes, tool };
    }
    case "prompts/get": {
      const prompt = offer.prompts.find((candidate) => candidate.listed.name === name);
      return prompt && { name: `The prompt ${prompt.listed.name}`, scopes: prompt.scopes };
    }
    case "resources/read": {
      const resource = offer.resources.find((candidate) => typeof uri === "string" && candidate.owns(uri));
      return resource && { name: `The resource ${resource.listed.name}`, scopes: resource.scopes };
    }
    default:
      return undefined;
  }
}
