import { connect } from "node:tls";

/** How long a handshake may take, in milliseconds. */
const HANDSHAKE_MS = 500;

/** Whether the server at an `http://` address would rather speak TLS: such a server hangs up on plain HTTP without a word. Nothing is sent beyond the handshake. */
export function speaksTls(address: URL): Promise<boolean> {
  if (address.protocol !== "http:") return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const host = address.hostname.replace(/^\[|\]$/gu, "");
  // Whose certificate it is does not matter here: the connection carries nothing.
  const socket = connect({ host, port: Number(address.port || 80), rejectUnauthorized: false });
  const end = (speaks: boolean): void => {
    socket.destroy();
    resolve(speaks);
  };
  socket.setTimeout(HANDSHAKE_MS, () => end(false));
  socket.once("secureConnect", () => end(true));
  socket.once("error", () => end(false));
  socket.once("close", () => end(false));
  return promise;
}
