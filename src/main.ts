import { enableCompileCache } from "node:module";
import { join } from "node:path";

// As in `cli.ts`.
enableCompileCache(join(import.meta.dirname, "..", ".cache", "compiled"));
const [{ startServer }, { failed }] = await Promise.all([import("./commands/serve.ts"), import("./commands/failure.ts")]);

await startServer().catch(failed);
