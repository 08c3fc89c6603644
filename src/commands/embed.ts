import { Command } from "commander";
import { loadConfig } from "../config.ts";
import { nonBlank } from "./ask.ts";
import { print } from "./output.ts";

/** So many digits tell one 32-bit float from every other. */
const FLOAT_DIGITS = 9;

export function embedCommand(): Command {
  return new Command("embed")
    .description("print the vector of a question, for querying the index directly")
    .argument("<text>", "1 to 2,000 characters", nonBlank)
    .option("--json", "print JSON with the model and the number of dimensions, instead of the vector alone")
    .action(async (text: string, options: { json?: boolean }) => {
      const { openEmbedder } = await import("../compose.ts");
      await using embedder = await openEmbedder(loadConfig());
      const vector = Array.from(await embedder.embedQuery(text), (value) => Number(value.toPrecision(FLOAT_DIGITS)));
      print({ model: embedder.space.model, dimensions: vector.length, vector }, options, () => JSON.stringify(vector));
    });
}
