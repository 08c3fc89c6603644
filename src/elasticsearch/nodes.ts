import { BaseConnectionPool } from "@elastic/elasticsearch";

type Node = BaseConnectionPool["connections"][number];

/** How long a node may take to answer a check, in milliseconds. It does no work for it. */
const CHECK_TIMEOUT_MS = 300;
/** How long a node may take to say its id while nothing depends on it. */
const ID_TIMEOUT_MS = 5_000;
/** How long a node that is away is left alone before it is checked again. */
const CHECK_EVERY_MS = 1_000;
/** A check that is asked for again within this time is the same check. */
const SAME_CHECK_MS = 500;

/** `suspect`: a request to it failed, and it is being checked. `down`: it did not answer the check. */
type State = "up" | "suspect" | "down";

/**
 * The nodes of a cluster, in the place of the client's own pool. Requests go to the nodes that answer, in turn. One that refused, broke off or was too slow is
 * set aside and checked: a frozen process takes connections and says nothing, a busy one still says who it is. Nodes that fail the check are left alone, checked
 * once a second, and used again as soon as they pass. Where none answers, requests are tried all the same.
 */
export class Nodes extends BaseConnectionPool {
  readonly #states = new Map<Node, State>();
  readonly #ids = new Map<Node, string>();
  readonly #checks = new Map<Node, { at: number; done: Promise<void> }>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #turn = 0;
  #heardAt = -Infinity;
  #isClosed = false;
  #knowsIds = false;

  override getConnection(): Node | null {
    const { connections } = this;
    const choice = [this.#in("up"), this.#in("suspect"), connections].find((nodes) => nodes.length > 0);
    this.#turn += 1;
    return choice?.[this.#turn % choice.length] ?? null;
  }

  override markAlive(node: Node): this {
    this.#heardAt = performance.now();
    this.#states.set(node, "up");
    this.#learnIds();
    return super.markAlive(node);
  }

  /** Called by the client where a request failed or was too slow. The failing node may be another one, behind the one that was asked: all are checked. */
  override markDead(node: Node): this {
    if (this.size > 1) {
      if (this.#stateOf(node) === "up") this.#states.set(node, "suspect");
      this.checkAll();
    }
    return this;
  }

  /** Checks every node. For callers that waited in vain and cannot tell for which. */
  checkAll(): void {
    if (this.size > 1) for (const node of this.connections) void this.#check(node);
  }

  /** True where a node answered something within so many milliseconds, and none is known to be away: what took too long then has met a busy one. */
  isBusy(withinMs: number): boolean {
    return !this.isDegraded && performance.now() - this.#heardAt < withinMs;
  }

  /** True while some node is known not to answer. */
  get isDegraded(): boolean {
    return this.#in("down").length > 0;
  }

  /** Ids of the nodes that answer, where some do not; undefined where all do, or where the ids are not known. */
  livingIds(): string[] | undefined {
    if (!this.isDegraded) return undefined;
    const ids = this.connections.flatMap((node) => (this.#stateOf(node) === "down" ? [] : [this.#ids.get(node)]));
    return ids.length > 0 && ids.every((id) => id !== undefined) ? ids : undefined;
  }

  /** Ids of the nodes that do not answer; undefined where all do, or where not all of these ids are known. */
  silentIds(): string[] | undefined {
    const ids = this.#in("down").map((node) => this.#ids.get(node));
    return ids.length > 0 && ids.every((id) => id !== undefined) ? ids : undefined;
  }

  override async empty(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await super.empty();
  }

  /** Asks every node once who it is: one that stops answering cannot be asked any more. */
  #learnIds(): void {
    if (this.#knowsIds || this.size === 1) return;
    this.#knowsIds = true;
    for (const node of this.connections) void this.#ask(node, ID_TIMEOUT_MS);
  }

  #stateOf(node: Node): State {
    return this.#states.get(node) ?? "up";
  }

  #in(state: State): Node[] {
    return this.connections.filter((node) => this.#stateOf(node) === state);
  }

  #check(node: Node): Promise<void> {
    const last = this.#checks.get(node);
    if (last && performance.now() - last.at < SAME_CHECK_MS) return last.done;
    const done = this.#update(node);
    this.#checks.set(node, { at: performance.now(), done });
    return done;
  }

  async #update(node: Node): Promise<void> {
    const isUp = await this.#ask(node);
    this.#states.set(node, isUp ? "up" : "down");
    if (!isUp && !this.#isClosed) this.#checkLater(node);
  }

  #checkLater(node: Node): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#check(node);
    }, CHECK_EVERY_MS);
    this.#timers.add(timer.unref());
  }

  /** Whether the node answers for itself. Its id comes with the answer, where the credentials may read it. */
  async #ask(node: Node, timeout = CHECK_TIMEOUT_MS): Promise<boolean> {
    try {
      const { statusCode, body } = await node.request(
        {
          method: "GET",
          path: "/_nodes/_local",
          querystring: "filter_path=nodes.*.name",
          headers: { accept: "application/json" },
        },
        { requestId: "check", name: "signal-canvas", context: null, timeout },
      );
      const id = statusCode === 200 ? nodeId(body.toString()) : undefined;
      if (id !== undefined) this.#ids.set(node, id);
      return statusCode < 500;
    } catch {
      return false;
    }
  }
}

function nodeId(body: string): string | undefined {
  const { nodes = {} } = JSON.parse(body) as { nodes?: Record<string, unknown> };
  return Object.keys(nodes)[0];
}
