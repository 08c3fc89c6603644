import { vi, type MockInstance } from "vitest";
import type { Engine } from "../../src/engine/port.ts";

/** A call of a tool reads one generation. With this it reads the live collections, so that what a test puts in their place is met there too. */
export function readLiveCollections(engine: Engine): MockInstance<Engine["at"]> {
  const at = engine.at.bind(engine);
  return vi
    .spyOn(engine, "at")
    .mockImplementation((names) => ({ ...at(names), papers: engine.papers, signals: engine.signals, passages: engine.passages }));
}
