import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { hasAccounts, prepareAccount, storeAccount, type Account, type NewAccount } from "./accounts.ts";
import type { Actor } from "./actor.ts";
import { audit } from "./audit.ts";
import { codeHash, newCode } from "./code-format.ts";

/** How long a setup code is good for, in milliseconds. */
export const SETUP_CODE_MS = 3_600_000;

/** `open`: a code is good; `no_code`: the last one is too old, a restart makes another; `closed`: there is an account. */
export type SetupState = "open" | "no_code" | "closed";

/** The one record of the first setup: whoever changes it first has used it, however many servers print codes. */
interface Setup {
  codes: { hash: string; expires_at: string }[];
  used_at: string | null;
}

const RECORD = "setup";
/** More servers than these do not start within an hour. */
const MOST_CODES = 50;
/** Between the use of a code and its account lies less than this; a longer gap is a setup that broke off. */
const FINISHED_WITHIN_MS = 60_000;

/**
 * Makes a setup code where there is no account; else null. Codes that other servers printed stay good beside it.
 * The code is in this result and nowhere else.
 */
export async function issueSetupCode(records: Records): Promise<string | null> {
  const code = newCode();
  const hash = codeHash(code)!;
  for (;;) {
    const stored = await records.get<Setup>("code", RECORD);
    if (await hasAccounts(records)) return null;
    if (isBeingUsed(stored?.value ?? null)) return null;
    const expiresAt = new Date(Date.now() + SETUP_CODE_MS).toISOString();
    const codes = [...liveCodes(stored?.value ?? null), { hash, expires_at: expiresAt }].slice(-MOST_CODES);
    const setup: Setup = { codes, used_at: null };
    if (await records.put("code", RECORD, setup, { expectedVersion: stored?.version ?? 0 })) return code;
  }
}

/** Whether the first account can be made. */
export async function setupState(records: Records): Promise<SetupState> {
  if (await hasAccounts(records)) return "closed";
  const stored = await records.get<Setup>("code", RECORD);
  return liveCodes(stored?.value ?? null).length > 0 ? "open" : "no_code";
}

/**
 * Makes the first account, an administrator, for whoever has the setup code. Of any number of calls exactly one succeeds, and the
 * code is worthless after it. Throws `invalid_code` for a wrong, old or used code and where there is an account; `invalid_argument`
 * (field `name` or `password`), which leaves the code good.
 */
export async function setUp(
  records: Records,
  given: { code: string; name: string; password: string; address: string },
): Promise<Account> {
  const hash = codeHash(given.code);
  // 160 bits need no counting of guesses; but no password is hashed for a wrong code.
  if (!(await isSetupCode(records, hash))) throw new PublicError("invalid_code");
  const wanted: NewAccount = { name: given.name, password: given.password, admin: true };
  const prepared = await prepareAccount(wanted);
  await useSetup(records, hash);
  const by: Actor = { account: prepared.account_id, name: prepared.name, address: given.address };
  const account = await storeAccount(records, prepared, by);
  await audit(records, "setup_used", by, { account });
  return account;
}

async function isSetupCode(records: Records, hash: string | null): Promise<boolean> {
  const stored = await records.get<Setup>("code", RECORD);
  return liveCodes(stored?.value ?? null).some((code) => code.hash === hash) && !(await hasAccounts(records));
}

/** Takes the setup, for one caller alone. */
async function useSetup(records: Records, hash: string | null): Promise<void> {
  for (;;) {
    const stored = await records.get<Setup>("code", RECORD);
    const good = liveCodes(stored?.value ?? null).some((code) => code.hash === hash);
    if (!good || (await hasAccounts(records))) throw new PublicError("invalid_code");
    const used: Setup = { codes: [], used_at: new Date().toISOString() };
    if (await records.put("code", RECORD, used, { expectedVersion: stored!.version })) return;
  }
}

function liveCodes(setup: Setup | null): Setup["codes"] {
  return setup?.codes.filter((code) => Date.parse(code.expires_at) > Date.now()) ?? [];
}

function isBeingUsed(setup: Setup | null): boolean {
  return setup !== null && setup.used_at !== null && Date.now() - Date.parse(setup.used_at) < FINISHED_WITHIN_MS;
}
