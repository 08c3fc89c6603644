import { readFileSync } from "node:fs";
import { Client } from "@elastic/elasticsearch";
import { withDeadline } from "../shared/deadline.ts";
import { asPublicError, isConnectionFault } from "./errors.ts";

/** Where an Elasticsearch is and how it lets us in. */
export interface ElasticsearchOptions {
  url: string;
  auth?: { apiKey: string } | { username: string; password: string } | null;
  /** Certificate authority (PEM) that signed the server's certificate. */
  caFile?: string | null;
}

/** What a caller asks of a call: to end it, and by when. */
interface Call {
  signal?: AbortSignal;
  /** The most time that it may take, in milliseconds. */
  timeoutMs?: number;
}

/** The most milliseconds that a call takes where it does not say so itself. */
const DEADLINES = { read: 2_000, write: 60_000 } as const;

/** What every request of a call passes to the client: its end, and that the client tries once. */
export interface RequestOptions {
  signal: AbortSignal;
  maxRetries: 0;
}

/** A client whose calls end in time and fail with our own errors. Each `run` passes its options to every request it makes. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;

  /** Runs reads: a connection that broke is tried once more. Failures become what `translate` makes of them: public errors. */
  read<Result>(
    call: Call | undefined,
    run: (options: RequestOptions) => Promise<Result>,
    translate?: (error: unknown) => Error,
  ): Promise<Result>;

  /** Runs writes: tried once, with the longer deadline. */
  write<Result>(
    call: Call | undefined,
    run: (options: RequestOptions) => Promise<Result>,
    translate?: (error: unknown) => Error,
  ): Promise<Result>;
}

/** Opens a connection; nothing is sent until the first call. */
export function openConnection({ url, auth, caFile }: ElasticsearchOptions): Connection {
  const client = new Client({
    node: url,
    ...(auth ? { auth } : {}),
    ...(caFile ? { tls: { ca: readFileSync(caFile) } } : {}),
  });
  return {
    client,
    read: (call, run, translate = asPublicError) => inTime(call, DEADLINES.read, (options) => onceMore(options, run), translate),
    write: (call, run, translate = asPublicError) => inTime(call, DEADLINES.write, run, translate),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/**
 * The client's own timeouts leave gaps (connecting, waits between retries, a body that drips), so the whole call races its
 * deadline, and the request is aborted with it. An aborted caller gets its own reason back.
 */
async function inTime<Result>(
  call: Call | undefined,
  defaultMs: number,
  run: (options: RequestOptions) => Promise<Result>,
  translate: (error: unknown) => Error,
): Promise<Result> {
  const { signal, timeoutMs = defaultMs } = call ?? {};
  try {
    return await withDeadline(timeoutMs, (ended) => run({ signal: ended, maxRetries: 0 }), { signal });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw translate(error);
  }
}

/** A balancer or server may close an idle connection just as we use it: one more try takes a fresh one. */
async function onceMore<Result>(options: RequestOptions, run: (options: RequestOptions) => Promise<Result>): Promise<Result> {
  try {
    return await run(options);
  } catch (error) {
    if (!isConnectionFault(error) || options.signal.aborted) throw error;
    return run(options);
  }
}
