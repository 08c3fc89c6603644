import type { IdScheme } from "../../src/documents/ids.ts";
import type { Signal, SignalInput } from "../../src/documents/signal.ts";
import type { Engine } from "../../src/engine/port.ts";
import type { RowTarget } from "../sources/format.ts";
import type { PoliteClient } from "./polite-client.ts";

/*
 * A connector asks one service about what the library holds. It names its subjects, asks about a few of them at a time, and tells rows that a load takes.
 * Which subjects are asked about and when, the pace, what is kept of a night that was broken off, and what is taken back is the same for all:
 * `run-source.ts`.
 */

/** What a service is asked about: a DOI, a repository, a package. */
export interface Subject {
  /** Names it with this service, in one spelling. */
  key: string;
  /** The papers of the library that it belongs to, in the order of their ids. */
  paperIds: readonly string[];
  /** What the service itself calls it, where the library knows that beside the key. */
  askedAs?: string;
  /** Whether the library has a record of the service about it. */
  isTold?: boolean;
}

/** What is known from the last time that a subject was asked about. */
export interface Look {
  source: string;
  key: string;
  /** ISO 8601, UTC. */
  asked_at: string;
  /** present: the service knows it; missing: it does not; failed: it could not be asked. */
  state: "present" | "missing" | "failed";
  problem?: string;
  etag?: string;
  last_modified?: string;
  /** What the connector wants to see again: what “not modified” stands for. */
  kept?: unknown;
}

export type NewLook = Omit<Look, "source" | "key" | "asked_at">;

/** A subject to ask about, with the look of before. */
export interface Asked {
  subject: Subject;
  look: Look | null;
}

/** What the service says of a subject: rows for the connector's loads. */
export interface Told {
  key: string;
  look: NewLook;
  rows: readonly object[];
}

export interface AskContext {
  client: PoliteClient;
  /** The service's addresses by their names; see `Connector.addresses`. */
  addresses: Readonly<Record<string, string>>;
  /** The day of the observation, `YYYY-MM-DD`. */
  today: string;
  /** An e-mail address that the service may write to. */
  contact: string | null;
  /** Whether a credential is set: some services tell more to those whom they know. */
  hasCredential: boolean;
}

export interface Scope {
  year_from?: number;
  year_to?: number;
  /** Any of these, compared without case and diacritics; likewise categories. */
  venues?: readonly string[];
  categories?: readonly string[];
}

export interface Connector {
  /** What commands and the file of sources call it. */
  readonly name: string;
  /** What it is asked for, in a few words. */
  readonly says: string;
  /** The name of the source in papers and signals. */
  readonly source: string;
  /** The only addresses that are asked, by name; a setting may put others in their place. */
  readonly addresses: Readonly<Record<string, string>>;
  /** From the end of an answer to the next request, in milliseconds: what the service asks of its users. */
  readonly betweenMs: number;
  /** Where a credential helps: the variable it is read from by default, and the headers or the part of the query that it becomes. */
  readonly credential?: {
    variable: string;
    headers?(secret: string): Record<string, string>;
    query?(secret: string): Record<string, string>;
  };
  readonly headers?: Readonly<Record<string, string>>;
  /** How the rows are loaded, in this order. */
  readonly loads: readonly { target: RowTarget; format: string; heldOnly?: boolean }[];
  /** How many subjects one request can ask about. */
  readonly batch: number;
  /** Only subjects of one group can be asked about together. Default: all. */
  groupOf?(asked: Asked): string;
  /** Path and query of a cheap request to the first address, which `sources check` sends. */
  readonly probe: string;

  /** Everything in the library that it is to be asked about. */
  subjects(engine: Engine, scope: Scope): Promise<Map<string, Subject>>;

  /** Asks about a few subjects, and tells each once, in any order. Throws `FetchFailure` and `BudgetSpent`; what it told before counts. */
  ask(asked: readonly Asked[], context: AskContext): AsyncIterable<Told>;

  /**
   * Whether a stored signal of this source is something that it says of the subject: such a signal goes where the service no longer says it. Missing
   * where the loads take back by themselves, as those of papers do.
   */
  owns?(signal: Signal, subject: Subject): boolean;

  /** Where works say something of papers other than themselves: what they no longer say of them is taken back too. */
  readonly ofOthers?: {
    /** The work that a line of rows is about, and what it says of others; null for what cannot be read. */
    read(line: string): { teller: string; said: readonly ToldSignal[] } | null;
    /** The work that a stored signal of this source comes from. */
    tellerOf(signal: Signal): string | null;
  };

  /** Where looks keep what works cite, by ids of the service: which papers of the library that are follows from all looks; see `reconcileCitations`. */
  readonly citations?: {
    /** The scheme of the ids. */
    scheme: IdScheme;
    /** The work of a look, the works that it cites, and the signal that it cites one, which is this paper; null where that is not known. */
    of(look: Look): { citing: string; cited: readonly string[]; about(cited: string, paperId: string): ToldSignal } | null;
  };
}

/** A signal as a connector tells it: about one paper, as the history of a signal belongs to its papers. */
export type ToldSignal = SignalInput & { paper_ids: [string] };
