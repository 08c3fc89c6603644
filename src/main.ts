import { failed } from "./commands/failure.ts";
import { serve } from "./serve.ts";

await serve().catch(failed);
