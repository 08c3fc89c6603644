import { describe, expect, it } from "vitest";
import { inOrder } from "../../src/shared/in-order.ts";

describe("tasks in order", () => {
  it("give their results in the order of the items, whichever ends first, and never run more than the limit at a time", async () => {
    let [running, most] = [0, 0];
    const task = async (item: number) => {
      most = Math.max(most, (running += 1));
      await turns(item % 3 === 0 ? 9 : 1);
      running -= 1;
      return item * 10;
    };
    const results = [];
    for await (const result of inOrder(upTo(7), 3, task)) results.push(result);
    expect(results).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(most).toBe(3);
  });

  it("run while the next item is fetched and while the last result is looked at", async () => {
    const events: string[] = [];
    const items = async function* () {
      for (const item of [1, 2]) {
        await turns(3);
        events.push(`fetched ${item}`);
        yield item;
      }
    };
    const results = inOrder(items(), 1, async (item) => {
      events.push(`began ${item}`);
      await turns(9);
      events.push(`ended ${item}`);
    });
    for await (const _ of results) continue;
    expect(events).toEqual(["fetched 1", "began 1", "fetched 2", "ended 1", "began 2", "ended 2"]);
  });

  it.for(["a task", "fetching"])("that end with a failure of %s have ended when it is thrown", async (what) => {
    const began: number[] = [];
    const ended: number[] = [];
    const results = inOrder(upTo(5, what === "fetching" ? 3 : undefined), 2, async (item) => {
      began.push(item);
      if (what === "a task" && item === 1) throw new Error("failed");
      await turns(20);
      ended.push(item);
    });
    const reading = (async () => {
      for await (const _ of results) continue;
    })();
    await expect(reading).rejects.toThrow("failed");
    expect(ended).toEqual(began.filter((item) => what === "fetching" || item !== 1));
  });

  it("that nobody wants more of have ended, and the items are closed", async () => {
    let [isClosed, ended] = [false, 0];
    const items = async function* () {
      try {
        yield* upTo(9);
      } finally {
        isClosed = true;
      }
    };
    const task = async (item: number) => {
      await turns(item * 5);
      ended += 1;
    };
    for await (const _ of inOrder(items(), 2, task)) break;
    expect([isClosed, ended]).toEqual([true, 2]);
  });
});

async function* upTo(count: number, failsAt?: number): AsyncGenerator<number> {
  for (let item = 0; item < count; item += 1) {
    if (item === failsAt) throw new Error("failed");
    yield item;
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
