import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { checkNewAccount, createAccount, hasAccounts, type Account, type NewAccount } from "./accounts.ts";
import { actorOf } from "./actor.ts";
import { audit } from "./audit.ts";
import { codeHash, newCode } from "./code-format.ts";
import { HOUR_MS } from "../shared/time.ts";

/** How long a setup code is good for, in milliseconds. */
const SETUP_CODE_MS = HOUR_MS;

/** `open`: a code is good; `no_code`: the last one is too old, a restart makes another; `closed`: there is an account. */
export type SetupState = "open" | "no_code" | "closed";

/** The one record of the first setup: whoever changes it first has used it, however many servers print codes. */
interface Setup {
  codes: { hash: string; expires_at: string }[];
  used_at: string | null;
}

const RECORD = "setup";
/** More servers than these do not start within an hour. */
const MAX_CODES = 50;
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
    if (isBeingUsed(stored?.value)) return null;
    const expiresAt = new Date(Date.now() + SETUP_CODE_MS).toISOString();
    const codes = [...liveCodes(stored?.value), { hash, expires_at: expiresAt }].slice(-MAX_CODES);
    const setup: Setup = { codes, used_at: null };
    if (await records.put("code", RECORD, setup, { expectedVersion: stored?.version ?? 0 })) return code;
  }
}

/** Whether the first account can be made. */
export async function setupState(records: Records): Promise<SetupState> {
  if (await hasAccounts(records)) return "closed";
  const stored = await records.get<Setup>("code", RECORD);
  return liveCodes(stored?.value).length > 0 ? "open" : "no_code";
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
  const { name, password, address } = given;
  const wanted: NewAccount = { name, password, admin: true };
  // Who has no code learns nothing of the rules, and what is not allowed uses up none.
  const isGood = liveCodes((await records.get<Setup>("code", RECORD))?.value).some((code) => code.hash === codeHash(given.code));
  if (!isGood) throw new PublicError("invalid_code");
  checkNewAccount(wanted);
  const restore = await useSetup(records, codeHash(given.code));
  const account = await createAccount(records, wanted, { itself: true, address }).catch(async (error: unknown) => {
    await restore();
    throw error;
  });
  await audit(records, "setup_used", actorOf(account, address), { account });
  return account;
}

/** Takes the setup, for one caller alone. Resolves to what gives it back. Throws `invalid_code`. */
async function useSetup(records: Records, hash: string | null): Promise<() => Promise<void>> {
  for (;;) {
    const stored = await records.get<Setup>("code", RECORD);
    const good = liveCodes(stored?.value).some((code) => code.hash === hash);
    if (stored === null || !good) throw new PublicError("invalid_code");
    const value: Setup = { codes: [], used_at: new Date().toISOString() };
    const used = await records.put("code", RECORD, value, { expectedVersion: stored.version });
    if (used === null) continue;
    // The command line may have made an account since the code was printed.
    if (await hasAccounts(records)) throw new PublicError("invalid_code");
    return async () => void (await records.put("code", RECORD, stored.value, { expectedVersion: used.version }));
  }
}

function liveCodes(setup: Setup | undefined): Setup["codes"] {
  return setup?.codes.filter((code) => Date.parse(code.expires_at) > Date.now()) ?? [];
}

function isBeingUsed(setup: Setup | undefined): boolean {
  return typeof setup?.used_at === "string" && Date.now() - Date.parse(setup.used_at) < FINISHED_WITHIN_MS;
}
