import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { PublicError } from "../errors.ts";
import { httpStatus, rpcErrorBody } from "./rpc-error.ts";

/** Answers a connection whose request never became one: too slow, or not HTTP. Then closes it. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) {
    const refusal = new PublicError(error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request_timeout" : "invalid_request");
    const status = httpStatus(refusal.code);
    const body = JSON.stringify(rpcErrorBody(refusal, null));
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Connection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
