/** Whether what is sent to this address cannot be read on the way: over HTTPS, or without leaving the machine. */
export function isPrivateLine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname));
}
