/** Pages that a person may be led back to after signing in: those that only show something. */
const BACK_TO = /^\/(?:\?[!-~]*|account|(?:topics|papers|runs|search|signals|workspaces|library)(?:[/?][!-~]*)?)?$/u;
const MAX_LENGTH = 2_000;

/** The sign-in page, which leads on to the page that was asked for where that only shows something. */
export function signInAddress(address: string): string {
  return `/sign-in${nextQuery(address)}`;
}

/** The query that carries the page that was asked for through a sign-in; empty where it may not be led back to. */
export function nextQuery(asked: string | undefined): string {
  return asked !== undefined && asked !== "/" && isNext(asked) ? `?next=${encodeURIComponent(asked)}` : "";
}

/** Where a sign-in leads: to the page that was asked for, else to the first page. `asked` comes from outside, so only pages of our own count. */
export function addressAfterSignIn(asked: string | undefined): string {
  return asked !== undefined && isNext(asked) ? asked : "/";
}

function isNext(address: string): boolean {
  return address.length <= MAX_LENGTH && BACK_TO.test(address) && !address.includes("\\");
}
