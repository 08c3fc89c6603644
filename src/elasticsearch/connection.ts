import { readFileSync } from "node:fs";
import { Client, errors } from "@elastic/elasticsearch";
import { DeadlinePassed, timeLeft, withDeadline } from "../shared/deadline.ts";
import { CircuitBreaker } from "../shared/circuit-breaker.ts";
import { asPublicError, Busy, isConnectionFault, isForeignAnswer, mayPassElsewhere, wasNotSent } from "./errors.ts";
import { Nodes, Try } from "./nodes.ts";

/** Where an Elasticsearch is and how it lets us in. */
export interface ElasticsearchOptions {
  /** Its address, or those of several nodes of one cluster. */
  url: string | readonly string[];
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

/** What every request of a call passes to the client: its end, that the client tries once, and how long this try may take. */
export interface RequestOptions {
  signal: AbortSignal;
  maxRetries: 0;
  /** Milliseconds. */
  requestTimeout?: number;
  /** For the choice of the node. */
  context?: { try: Try };
}

/** A client whose calls end in time and fail with our own errors. Each `run` passes its options to every request it makes. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;

  /**
   * Runs reads. A connection that broke is tried once more. With several nodes, one that fails or takes its share of the time costs one try, and another is
   * asked; of those that took too long the first answer counts still. Failures become what `translate` makes of them: public errors.
   */
  read<Result>(
    call: Call | undefined,
    run: (options: RequestOptions) => Promise<Result>,
    translate?: (error: unknown) => Error,
  ): Promise<Result>;

  /** Runs writes: tried once, with the longer deadline; again at another node only where the first refused the connection. */
  write<Result>(
    call: Call | undefined,
    run: (options: RequestOptions) => Promise<Result>,
    translate?: (error: unknown) => Error,
  ): Promise<Result>;

  /** Which copies a read is to prefer, asked for each try: those on nodes that answer, while some node does not. Undefined: any. */
  preference(): string | undefined;

  /** Ids of the nodes that are known not to answer, while there are any and all of their ids are known. */
  silentNodes(): string[] | undefined;

  /** True while some node is known not to answer. */
  isDegraded(): boolean;

  /** True where the latest read took so long that one more is worth sparing. */
  isLate(): boolean;
}

/** The most nodes that a read is tried at. */
const MAX_TRIES = 3;

/** Opens a connection; nothing is sent until the first call. */
export function openConnection({ url, auth, caFile }: ElasticsearchOptions): Connection {
  const client = new Client({
    nodes: [url].flat(),
    ConnectionPool: Nodes,
    ...(auth ? { auth } : {}),
    ...(caFile ? { tls: { ca: readFileSync(caFile) } } : {}),
  });
  const nodes = client.connectionPool as Nodes;
  const breaker = new CircuitBreaker({ coolDownMs: COOL_DOWN_MS });
  let latestMs = 0;
  const clocked = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    const beganAt = performance.now();
    const result = await run();
    latestMs = performance.now() - beganAt;
    return result;
  };
  return {
    client,
    read: (call, run, translate = asPublicError) =>
      guarded(nodes, breaker, translate, () =>
        clocked(() => inTime(nodes, call, DEADLINES.read, (signal, timeoutMs) => readOnce(nodes, signal, timeoutMs, run))),
      ),
    write: (call, run, translate = asPublicError) =>
      translated(translate, () =>
        inTime(nodes, call, DEADLINES.write, (signal) => writeOnce(nodes, { signal, maxRetries: 0 }, run)),
      ),
    preference() {
      const ids = nodes.livingIds();
      return ids && `_prefer_nodes:${ids.join(",")}`;
    },
    silentNodes: () => nodes.silentIds(),
    isDegraded: () => nodes.isDegraded,
    isLate: () => latestMs > LATE_MS,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** A read that takes longer than this, in milliseconds, leaves no time for three in a row within a call. */
const LATE_MS = 600;
/** After three reads in a row without an answer, how long reads fail at once instead of waiting, in milliseconds. */
const COOL_DOWN_MS = 1_000;
/** A server that answered any call so lately, in milliseconds, is there. */
const HEARD_MS = 1_000;
/** Of a call with a deadline so much is left to its caller, in milliseconds, to say what is missing. */
const LEFT_TO_CALLER_MS = 100;

/** Fails at once while the server is left alone for having answered nothing. What it answers, errors too, shows that it is there. */
async function guarded<Result>(
  nodes: Nodes,
  breaker: CircuitBreaker,
  translate: (error: unknown) => Error,
  run: () => Promise<Result>,
): Promise<Result> {
  // Told as the last one that failed: refused certificates have a sentence of their own.
  if (breaker.isOpen) throw translate(breaker.lastFault ?? new errors.ConnectionError("no answer to the last calls"));
  const beganAt = performance.now();
  return translated(translate, async () => {
    try {
      const result = await run();
      breaker.succeeded();
      return result;
    } catch (error) {
      const isLate = error instanceof errors.TimeoutError || error instanceof DeadlinePassed;
      if (isLate && nodes.isBusy(HEARD_MS)) throw new Busy("an answer took too long", { cause: error });
      if (isLate || isConnectionFault(error)) breaker.failed(beganAt, error);
      throw error;
    }
  });
}

async function translated<Result>(translate: (error: unknown) => Error, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Aborted ? error.reason : translate(error);
  }
}

/** The caller went away: its reason is its own. */
class Aborted extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("aborted by the caller");
    this.reason = reason;
  }
}

/**
 * The client's own timeouts leave gaps (connecting, waits between retries, a body that drips), so the whole call races its
 * deadline, and the request is aborted with it. An aborted caller gets its own reason back.
 */
async function inTime<Result>(
  nodes: Nodes,
  call: Call | undefined,
  defaultMs: number,
  run: (signal: AbortSignal, timeoutMs: number) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMs: wanted = defaultMs } = call ?? {};
  const timeoutMs = Math.max(1, Math.min(wanted, timeLeft(signal) - LEFT_TO_CALLER_MS));
  const startedAt = performance.now();
  try {
    return await withDeadline(timeoutMs, (ended) => run(ended, timeoutMs), { signal });
  } catch (error) {
    if (performance.now() - startedAt > WAITED_IN_VAIN_MS) nodes.checkAll();
    throw signal?.aborted ? new Aborted(signal.reason) : error;
  }
}

/** A call that fails after so long has waited for some node. */
const WAITED_IN_VAIN_MS = 500;

/** A balancer or server may close an idle connection just as we use it: one more try takes a fresh one. */
async function readOnce<Result>(
  nodes: Nodes,
  signal: AbortSignal,
  timeoutMs: number,
  run: (options: RequestOptions) => Promise<Result>,
): Promise<Result> {
  if (nodes.size > 1) return readAtSome(nodes, signal, timeoutMs, run);
  const options = { signal, maxRetries: 0 } as const;
  try {
    return await run(options);
  } catch (error) {
    if (signal.aborted || !isConnectionFault(error)) throw error;
    return run(options);
  }
}

/**
 * Asks one of several nodes, and the next where that fails or has not answered within its share of the time; nobody gives up on the first, whose answer may come still: where
 * all nodes are late, waiting for each a third of the time would be in vain. The first answer counts, and ends the others.
 */
function readAtSome<Result>(
  nodes: Nodes,
  signal: AbortSignal,
  timeoutMs: number,
  run: (options: RequestOptions) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + timeoutMs;
  const maxTries = Math.min(nodes.size, MAX_TRIES);
  const tries: Try[] = [];
  const over = new AbortController();
  const running = AbortSignal.any([signal, over.signal]);
  const timers = new Set<NodeJS.Timeout>();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  let open = 0;

  const begin = (): void => {
    const own = new Try([...tries]);
    const begun = tries.push(own);
    open += 1;
    const left = Math.max(1, until - performance.now());
    const timer = begun < maxTries ? setTimeout(another, left / (maxTries - begun + 1)) : undefined;
    if (timer) timers.add(timer);
    const options: RequestOptions = { signal: running, maxRetries: 0, requestTimeout: Math.ceil(left), context: { try: own } };
    run(options).then(resolve, (error: unknown) => {
      open -= 1;
      if (isForeignAnswer(error)) nodes.checkAll();
      const passes = !running.aborted && mayPassElsewhere(error);
      if (passes) clearTimeout(timer);
      if (passes && tries.length < maxTries) begin();
      else if (!passes || open === 0) reject(error);
    });
  };
  const another = (): void => {
    nodes.suspect(tries);
    // A try that failed may have begun the last one already.
    if (tries.length < maxTries) begin();
  };
  begin();
  return promise.finally(() => {
    for (const timer of timers) clearTimeout(timer);
    over.abort();
  });
}

/** What was not sent can be sent to another node. */
async function writeOnce<Result>(
  nodes: Nodes,
  options: RequestOptions,
  run: (options: RequestOptions) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run(options);
    } catch (error) {
      if (options.signal.aborted || tried >= nodes.size || !wasNotSent(error)) throw error;
    }
  }
}
