import type { Records } from "../records/port.ts";

const PAGE = 1_000;

/** How many questions of an account (by id) are stored with their answers. */
export async function countStoredQuestions(records: Records, accountId: string): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const page = await records.list("run", { where: { account: accountId }, limit: PAGE, after });
    count += page.records.length;
    after = page.next ?? undefined;
  } while (after !== undefined);
  return count;
}

/** Deletes the questions of an account (by id) with their answers; resolves to how many. */
export async function deleteStoredQuestions(records: Records, accountId: string): Promise<number> {
  let deleted = 0;
  let after: string | undefined;
  do {
    const page = await records.list("run", { where: { account: accountId }, limit: PAGE, after });
    for (const { id } of page.records) deleted += (await records.delete("run", id)) ? 1 : 0;
    after = page.next ?? undefined;
  } while (after !== undefined);
  return deleted;
}
