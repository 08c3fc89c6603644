import { isIPv6 } from "node:net";

/**
 * The address that a limit counts for: that of IPv4 whole, of IPv6 its first 64 bits, since whoever has one address there has all that share them.
 * Brackets and a port, which some proxies add, do not count.
 */
export function limitedAddress(address: string): string {
  const plain = withoutPort(address)
    .replace(/%.*$/u, "")
    .replace(/^::ffff:(?=\d+\.)/iu, "");
  if (!isIPv6(plain)) return plain;
  const [head = [], tail] = plain.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => "0");
  const network = [...head, ...zeros, ...(tail ?? [])].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/** Of `192.0.2.7:80`, `[2001:db8::1]` and `[2001:db8::1]:80` the address alone; anything else as it is. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/u.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}
