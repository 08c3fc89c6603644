import { join } from "node:path";

/** The setting with which programs of the tests keep what Node made of the sources, where the program's own commands keep it: they start in half the time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, "..", "..", ".cache", "compiled") };
