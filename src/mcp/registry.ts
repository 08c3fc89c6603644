import { missingScopes, type Scope } from "../access/scopes.ts";
import { PROMPTS, type Prompt } from "./prompts.ts";
import { RESOURCES, type Resource } from "./resources.ts";
import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools/index.ts";

/** Everything the endpoint provides, each list in the order in which it is shown. */
export interface Registry {
  tools: readonly Tool[];
  resources: readonly Resource[];
  prompts: readonly Prompt[];
}

export const REGISTRY: Registry = { tools: TOOLS, resources: RESOURCES, prompts: PROMPTS };

/** The part of a registry that a key with these scopes may use. */
export function allowedBy(registry: Registry, scopes: readonly Scope[]): Registry {
  const allowed = (item: { scopes: readonly Scope[] }) => missingScopes(item.scopes, scopes).length === 0;
  return {
    tools: registry.tools.filter(allowed),
    resources: registry.resources.filter(allowed),
    prompts: registry.prompts.filter(allowed),
  };
}

/** What a message asks for by name, with the scopes that it needs; undefined where there is no such thing. */
export function askedFor(
  registry: Registry,
  message: { method: string; params?: Record<string, unknown> },
): { name: string; scopes: readonly Scope[]; tool?: Tool } | undefined {
  const { name, uri } = message.params ?? {};
  switch (message.method) {
    case "tools/call": {
      const tool = registry.tools.find((candidate) => candidate.name === name);
      return tool && { name: `The tool ${tool.name}`, scopes: tool.scopes, tool };
    }
    case "prompts/get": {
      const prompt = registry.prompts.find((candidate) => candidate.listed.name === name);
      return prompt && { name: `The prompt ${prompt.listed.name}`, scopes: prompt.scopes };
    }
    case "resources/read": {
      const resource = registry.resources.find((candidate) => typeof uri === "string" && candidate.owns(uri));
      return resource && { name: `The resource ${resource.listed.name}`, scopes: resource.scopes };
    }
    default:
      return undefined;
  }
}
