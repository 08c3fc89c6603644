import type { Records } from "../records/port.ts";

const queues = new WeakMap<Records, Map<string, Promise<unknown>>>();

/**
 * Runs work on a record after the work on it that this process was given before, so that many writers of one process wait for each other instead
 * of writing against each other. Whoever writes from elsewhere is still met by version.
 */
export async function inTurn<Result>(records: Records, id: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(records) ?? new Map<string, Promise<unknown>>();
  queues.set(records, queue);
  const result = (queue.get(id) ?? Promise.resolve()).then(work);
  const over = result.catch(() => undefined);
  queue.set(id, over);
  try {
    return await result;
  } finally {
    if (queue.get(id) === over) queue.delete(id);
  }
}
