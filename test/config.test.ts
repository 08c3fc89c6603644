import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "../src/config.ts";

describe("who words the answers", () => {
  it("is nobody where no model is set", () => {
    expect(loadConfig({}).summarizer).toEqual({ kind: "extractive" });
    expect(loadConfig({ SUMMARIZER: "extractive", SUMMARIZER_MODEL: "m" }).summarizer).toEqual({ kind: "extractive" });
  });

  it("is the model that is set, at OpenAI or elsewhere; a key is needed at OpenAI alone", () => {
    const elsewhere = { SUMMARIZER_MODEL: "m", OPENAI_BASE_URL: "http://localhost:11434/v1" };
    expect(loadConfig(elsewhere).summarizer).toEqual({
      kind: "openai",
      model: "m",
      baseUrl: elsewhere.OPENAI_BASE_URL,
      apiKey: null,
    });
    expect(loadConfig({ SUMMARIZER_MODEL: "m", OPENAI_API_KEY: "k" }).summarizer).toMatchObject({ baseUrl: null, apiKey: "k" });
  });

  it.each([
    [{ SUMMARIZER: "openai", OPENAI_API_KEY: "k" }, /^SUMMARIZER_MODEL: /u],
    [{ SUMMARIZER_MODEL: "m" }, /^OPENAI_API_KEY: /u],
    [{ SUMMARIZER: "gpt" }, /^SUMMARIZER: must be extractive or openai$/u],
  ])("%j stops the start with a line that names the setting", (environment, line) => {
    expect(() => loadConfig(environment)).toThrow(ConfigError);
    expect(() => loadConfig(environment)).toThrow(line);
  });
});
