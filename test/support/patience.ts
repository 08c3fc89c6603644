import { DEADLINES } from "../../src/engine/lancedb/calls.ts";

/* Tests share two cores with one another: a read that takes long there says nothing about the read. */
DEADLINES.read = 30_000;
