import { failed } from "./commands/failure.ts";
import { startServer } from "./commands/serve.ts";

await startServer().catch(failed);
