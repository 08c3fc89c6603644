import { everyRecord } from "../records/every-record.ts";
import type { Records } from "../records/port.ts";

/** How many questions of an account (by id) are stored with their answers. */
export async function countStoredQuestions(records: Records, accountId: string): Promise<number> {
  let count = 0;
  for await (const _ of everyRecord(records, "run", { account: accountId })) count += 1;
  return count;
}

/** Deletes the questions of an account (by id) with their answers; resolves to how many. */
export async function deleteStoredQuestions(records: Records, accountId: string): Promise<number> {
  let deleted = 0;
  for await (const { id } of everyRecord(records, "run", { account: accountId })) {
    deleted += (await records.delete("run", id)) ? 1 : 0;
  }
  return deleted;
}
