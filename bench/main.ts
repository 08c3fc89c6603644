import { readdirSync } from "node:fs";

/** `npm run bench -- NAME [arguments]` runs `bench/NAME.ts`, which exports `run(args)`. */
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "main.ts")
  .map((file) => file.slice(0, -".ts".length))
  .toSorted();
const [name, ...args] = process.argv.slice(2);

if (names.includes(name!)) {
  const { run } = (await import(`./${name}.ts`)) as { run(args: string[]): Promise<void> };
  await run(args);
} else {
  console.error(`usage: npm run bench -- NAME [arguments]\nNAME is one of: ${names.join(", ")}`);
  process.exitCode = 2;
}
