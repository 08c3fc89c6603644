#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/*
 * What Node made of the sources is kept beside them, never in a folder that others may write to: a command starts in half the time. Where
 * the folder cannot be written, Node goes without. Modules are kept if they are loaded after this, so the program is imported last.
 */
enableCompileCache(join(import.meta.dirname, "..", ".cache", "compiled"));
await import("./program.ts");
