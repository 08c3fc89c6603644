/** The page of a signal. Its id stays readable in the address: the colon as it is. */
export function signalAddress(signalId: string): string {
  return `/signals/${encodeURIComponent(signalId).replaceAll("%3A", ":")}`;
}
