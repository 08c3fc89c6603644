import { setTimeout as sleep } from "node:timers/promises";
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

/** A node that answers a check within this time is only late. */
const LATE_CHECK_MS = 2_000;

/** `suspect`: a request to it failed, and it is being checked. `late`: it answered the check, but not in time. `down`: it has not answered the check. */
type State = "up" | "suspect" | "late" | "down";

/** One try of a read at one node, chosen with its first request. */
export class Try {
  node: Node | undefined;
  readonly before: readonly Try[];

  /** `before`: the tries of the same read that were begun before. */
  constructor(before: readonly Try[]) {
    this.before = before;
  }
}

/**
 * The nodes of a cluster, in the place of the client's own pool. Requests go to the nodes that answer, in turn. One that refused, broke off or was too slow is
 * set aside and checked: a frozen process takes connections and says nothing, a busy one still says who it is. Nodes that fail the check are left alone, checked
 * once a second, and used again as soon as they pass; those that answer it late, only where no other does. Where none answers, requests are tried all the same.
 */
export class Nodes extends BaseConnectionPool {
  readonly #states = new Map<Node, State>();
  readonly #ids = new Map<Node, string>();
  readonly #checks = new Map<Node, { at: number; isOver: boolean }>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #turn = 0;
  #heardAt = -Infinity;
  #isClosed = false;
  #knowsIds = false;

  /** `context`: the try of a read, all of whose requests go to one node, and those of its other tries to others as far as there are any. */
  override getConnection({ context }: { context?: { try?: unknown } } = {}): Node | null {
    const { connections } = this;
    const own = context?.try instanceof Try ? context.try : undefined;
    if (own?.node) return own.node;
    const before = own?.before ?? [];
    const choice = [this.#in("up"), this.#in("suspect"), this.#in("late"), connections]
      .map((nodes) => nodes.filter((node) => !before.some((other) => other.node === node)))
      .find((nodes) => nodes.length > 0);
    this.#turn += 1;
    const node = choice?.[this.#turn % choice.length] ?? null;
    if (own && node) own.node = node;
    return node;
  }

  /** Called where the tries of a read have had no answer for as long as one of them should take. */
  suspect(tries: readonly Try[]): void {
    for (const { node } of tries) if (node && this.#stateOf(node) === "up") this.#states.set(node, "suspect");
    this.checkAll();
  }

  override markAlive(node: Node): this {
    this.#heardAt = performance.now();
    if (this.#stateOf(node) !== "late") this.#states.set(node, "up");
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

  /** Ids of the nodes that do not answer; undefined where all do, or where not all of these ids are known, or where no node answers: they may all be late. */
  silentIds(): string[] | undefined {
    const ids = this.#in("down").map((node) => this.#ids.get(node));
    return ids.length > 0 && ids.length < this.size && ids.every((id) => id !== undefined) ? ids : undefined;
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

  /** Whether some node is known to answer in time. */
  #someAnswers(): boolean {
    return this.#in("up").some((node) => this.#checks.get(node)?.isOver !== false);
  }

  #stateOf(node: Node): State {
    return this.#states.get(node) ?? "up";
  }

  #in(state: State): Node[] {
    return this.connections.filter((node) => this.#stateOf(node) === state);
  }

  async #check(node: Node): Promise<void> {
    const last = this.#checks.get(node);
    if (last && (!last.isOver || performance.now() - last.at < SAME_CHECK_MS)) return;
    const check = { at: performance.now(), isOver: false };
    this.#checks.set(node, check);
    await this.#update(node);
    check.isOver = true;
  }

  async #update(node: Node): Promise<void> {
    const asked = this.#ask(node, LATE_CHECK_MS);
    const inTime = await Promise.race([asked, sleep(CHECK_TIMEOUT_MS, null, { ref: false })]);
    if (inTime === true) return void this.#states.set(node, "up");
    // One that was late before is not away only because it is late again, nor are all of them at once before they had more time.
    if (inTime === null && this.#stateOf(node) !== "late") this.#states.set(node, this.#someAnswers() ? "down" : "late");
    this.#states.set(node, (await asked) ? "late" : "down");
    if (!this.#isClosed) this.#checkLater(node);
  }

  #checkLater(node: Node): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#check(node);
    }, CHECK_EVERY_MS);
    this.#timers.add(timer.unref());
  }

  /** Whether the node answers for itself. Its id comes with the answer, where the credentials may read it. */
  async #ask(node: Node, timeout: number): Promise<boolean> {
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
