import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { Registry } from "../../src/mcp/registry.ts";
import type { Prompt } from "../../src/mcp/prompts.ts";
import { unknownResource, type Resource } from "../../src/mcp/resources.ts";
import type { Tool } from "../../src/mcp/tool.ts";

/*
 * What the conformance suite wants a server to have, by exact name, so that it can look at how the protocol carries it. Registered in tests
 * only: the service itself offers none of it.
 */

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const text = (words: string): ContentBlock => ({ type: "text", text: words });
const image: ContentBlock = { type: "image", data: PNG, mimeType: "image/png" };

export const CONFORMANCE_REGISTRY: Registry = {
  tools: [
    tool("test_simple_text", async () => [text("This is a simple text response for testing.")]),
    tool("test_image_content", async () => [image]),
    tool("test_audio_content", async () => [{ type: "audio", data: WAV, mimeType: "audio/wav" }]),
    tool("test_embedded_resource", async () => [
      embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ]),
    tool("test_multiple_content_types", async () => [
      text("Multiple content types test:"),
      image,
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ]),
    tool("test_error_handling", async () => ({
      isError: true,
      content: [text("This tool intentionally returns an error for testing")],
    })),
    tool("test_tool_with_progress", async ({ reportProgress }) => {
      for (const done of [0, 50, 100]) {
        await reportProgress(done, 100, `${done} of 100`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return [text("done")];
    }),
    tool("test_logging_tool", async () => [text("nothing is logged to clients")]),
    tool("test_streaming_elicitation", async ({ reportProgress }) => {
      await reportProgress(1, 1, "nothing is asked of clients");
      return [text("done")];
    }),
    tool("json_schema_2020_12_tool", async () => [text("taken")], {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    }),
  ],
  resources: [
    fixed("test://static-text", "text/plain", { text: "This is the content of the static text resource." }),
    fixed("test://static-binary", "image/png", { blob: PNG }),
    {
      scopes: [],
      listed: { name: "template", uriTemplate: "test://template/{id}/data", mimeType: "application/json" },
      owns: (uri) => uri.startsWith("test://template/"),
      async read(uri) {
        const id = /^test:\/\/template\/([^/]+)\/data$/u.exec(uri)?.[1];
        if (id === undefined) throw unknownResource();
        const data = { id, templateTest: true, data: `Data for ID: ${id}` };
        return [{ uri, mimeType: "application/json", text: JSON.stringify(data) }];
      },
    },
  ],
  prompts: [
    prompt("test_simple_prompt", [], () => [text("This is a simple prompt for testing.")]),
    prompt("test_prompt_with_arguments", ["arg1", "arg2"], ({ arg1, arg2 }) => [
      text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
    ]),
    prompt("test_prompt_with_embedded_resource", ["resourceUri"], ({ resourceUri }) => [
      embedded(resourceUri!, "text/plain", "Embedded resource content for testing."),
      text("Please process the embedded resource above."),
    ]),
    prompt("test_prompt_with_image", [], () => [image, text("Please analyze the image above.")]),
  ],
};

function tool(
  name: string,
  answer: (context: Parameters<Tool["call"]>[1]) => Promise<ContentBlock[] | CallToolResult>,
  inputSchema: Tool["published"]["inputSchema"] = { type: "object" },
): Tool {
  return {
    name,
    readsLibrary: false,
    deadlineMs: 10_000,
    scopes: [],
    published: { name, title: name, description: "For the conformance suite.", inputSchema } as Tool["published"],
    async call(_args, context) {
      const answered = await answer(context);
      return Array.isArray(answered) ? { content: answered } : answered;
    },
  };
}

function fixed(address: string, mimeType: string, contents: { text: string } | { blob: string }): Resource {
  return {
    scopes: [],
    listed: { name: address, uri: address, mimeType },
    owns: (uri) => uri === address,
    read: async (uri) => [{ uri, mimeType, ...contents }],
  };
}

function prompt(name: string, args: string[], answer: (args: Readonly<Record<string, string>>) => ContentBlock[]): Prompt {
  return {
    scopes: [],
    listed: {
      name,
      description: "For the conformance suite.",
      arguments: args.map((argument) => ({ name: argument, required: true })),
    },
    get: (given) => answer(given).map((content) => ({ role: "user", content })),
    complete: async (_argument, value) => ["paris", "park", "party"].filter((word) => word.startsWith(value)),
  };
}

function embedded(uri: string, mimeType: string, words: string): ContentBlock {
  return { type: "resource", resource: { uri, mimeType, text: words } };
}
