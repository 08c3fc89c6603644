import { pino, type DestinationStream, type Logger } from "pino";
import { withoutKeys } from "./shared/key-redaction.ts";

export type { Logger } from "pino";

/**
 * The log: JSON lines on stdout, or on `destination`. Whatever looks like a key is redacted in every line, wherever it stands.
 * Errors show their name, message, stack and causes, never the members that a foreign library hung on them.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: plainError },
    hooks: { streamWrite: withoutKeys },
  };
  return destination ? pino(options, destination) : pino(options);
}

interface PlainError {
  name: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: PlainError;
}

const MAX_CAUSES = 5;

function plainError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  return {
    name: error.name,
    message: error.message,
    ...("code" in error && typeof error.code === "string" ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: plainError(error.cause, depth + 1) }),
  };
}
