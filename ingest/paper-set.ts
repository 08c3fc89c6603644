import { canonicalJson } from "../src/documents/hash.ts";
import { ID_SCHEMES, idKey } from "../src/documents/ids.ts";
import { keysOf, mergedPaper, recordName } from "../src/documents/merge.ts";
import { externalIds, type Paper, type Provenance, type SourceRecord } from "../src/documents/paper.ts";
import { titleKey } from "../src/documents/text.ts";

/** What a row did: its record is the first of a paper or replaces one (`changed`), joins other records, is there already, or was taken back. */
export type RowChange = "changed" | "joined" | "unchanged" | "removed";

/** The papers that the rows of a batch concern, while their records change. Pure: nothing is read or written. */
export class PaperSet {
  readonly #papers = new Set<WorkingPaper>();
  readonly #byAlias = new Map<string, Set<WorkingPaper>>();

  /** `stored`: every stored paper that has one of the rows' keys among its aliases, and those that they had swallowed already. */
  constructor(stored: Iterable<Paper>) {
    for (const paper of stored) this.#add(new WorkingPaper(paper.paper_id, paper));
    // A run that died between the steps of a merge left the paper behind that goes.
    for (const paper of this.#papers) {
      for (const id of paper.formerIds) {
        const left = [...this.#papers].find(({ paper_id }) => paper_id === id);
        if (left && left !== paper) this.#merge(paper, left);
      }
    }
  }

  /**
   * Takes a record in and returns its paper. The record goes to the paper that has it already, else to the first that shares an id with it, strongest
   * first; further papers that share one are merged into the first. Papers that the record's own source tells apart (see `areApart`) are not: the
   * record goes without the ids of those that it does not go to.
   */
  put(given: SourceRecord): { paper: WorkingPaper; change: RowChange } {
    const holders = this.#holders(given);
    let record = given;
    let home: WorkingPaper | null = null;
    for (const holder of holders) {
      if (!holder.takes(record) || (home && home.isApartFrom(holder))) record = withoutIdsOf(record, holder);
      else home = home === null ? holder : this.#merge(...survivorFirst(home, holder));
    }
    if (home === null) {
      home = new WorkingPaper(keysOf(record)[0]);
      this.#add(home);
    }
    const before = home.record(record);
    const isJoining = before === undefined && home.records.length > 0;
    if (before !== undefined && canonicalJson(before) === canonicalJson(record)) return { paper: home, change: "unchanged" };
    home.put(record);
    this.#index(home);
    return { paper: home, change: isJoining ? "joined" : "changed" };
  }

  /** Takes back what the source said of the paper with these ids. */
  remove(taken: Pick<SourceRecord, "source" | "record_key" | "input">): RowChange {
    const keys = new Set(keysOf(taken));
    let change: RowChange = "unchanged";
    for (const holder of this.#holders(taken)) {
      for (const record of holder.records) {
        const isMeant = record.record_key === taken.record_key || keysOf(record).some((key) => keys.has(key));
        if (record.source.name !== taken.source.name || !isMeant) continue;
        holder.drop(record);
        change = "removed";
      }
    }
    return change;
  }

  get papers(): readonly WorkingPaper[] {
    return [...this.#papers];
  }

  #holders(record: Pick<SourceRecord, "source" | "record_key" | "input">): WorkingPaper[] {
    const holders = new Set<WorkingPaper>();
    for (const key of keysOf(record)) {
      for (const paper of this.#byAlias.get(key) ?? []) if (paper.into === null && paper.aliases().has(key)) holders.add(paper);
    }
    const own = (paper: WorkingPaper): number => (paper.record(record) === undefined ? 1 : 0);
    return [...holders].sort((a, b) => own(a) - own(b));
  }

  #merge(survivor: WorkingPaper, other: WorkingPaper): WorkingPaper {
    survivor.swallow(other);
    this.#index(survivor);
    return survivor;
  }

  #add(paper: WorkingPaper): void {
    this.#papers.add(paper);
    this.#index(paper);
  }

  #index(paper: WorkingPaper): void {
    for (const alias of paper.aliases()) this.#byAlias.set(alias, (this.#byAlias.get(alias) ?? new Set()).add(paper));
  }
}

/** A paper in the making. */
export class WorkingPaper {
  readonly paper_id: string;
  /** As it is in the index; null where it is not there yet. */
  readonly stored: Paper | null;
  /** The paper that it was merged into; null while it stands. */
  into: WorkingPaper | null = null;
  readonly formerIds: Set<string>;
  readonly #records: Map<string, SourceRecord>;

  constructor(paperId: string, stored: Paper | null = null) {
    this.paper_id = paperId;
    this.stored = stored;
    this.formerIds = new Set(stored?.former_ids);
    this.#records = new Map((stored?.source_records ?? []).map((record) => [recordName(record), record]));
  }

  get records(): SourceRecord[] {
    return [...this.#records.values()];
  }

  record(like: Pick<SourceRecord, "source" | "record_key">): SourceRecord | undefined {
    return this.#records.get(recordName(like));
  }

  aliases(): Set<string> {
    return new Set([this.paper_id, ...this.formerIds, ...this.records.flatMap(keysOf)]);
  }

  /** Keys of the signals that its records state. */
  signalKeys(): Set<string> {
    return new Set(this.records.flatMap(({ signals }) => signals));
  }

  put(record: SourceRecord): void {
    this.#records.set(recordName(record), record);
  }

  drop(record: SourceRecord): void {
    this.#records.delete(recordName(record));
  }

  /** True where the record may be of this paper. */
  takes(record: SourceRecord): boolean {
    const isOwn = this.paper_id === record.record_key || this.record(record) !== undefined;
    return isOwn || !this.records.some((other) => areApart(other, record));
  }

  /** True where a source tells the two apart. */
  isApartFrom(other: WorkingPaper): boolean {
    return this.records.some((record) => other.records.some((one) => areApart(record, one)));
  }

  /** Takes over everything that the other is. Where both have a record, the other's is the newer: it was left behind by a run that died. */
  swallow(other: WorkingPaper): void {
    for (const record of other.records) this.put(record);
    for (const id of [...other.formerIds, other.paper_id]) if (id !== this.paper_id) this.formerIds.add(id);
    other.into = this;
  }

  toPaper(at: Pick<Provenance, "run_id" | "ingested_at">): Paper {
    return mergedPaper(this.records, { paper_id: this.paper_id, former_ids: [...this.formerIds] }, at);
  }
}

/**
 * True where one source gives two records both different keys and different titles: then they are two papers, even where they state the
 * same DOI (the Anthology has such). An id by which a record is known in its source is never shared by mistake.
 */
function areApart(a: SourceRecord, b: SourceRecord): boolean {
  if (a.source.name !== b.source.name || a.record_key === b.record_key) return false;
  if (titleKey(a.input.title) === titleKey(b.input.title)) return false;
  return !keysOf(a).includes(b.record_key) && !keysOf(b).includes(a.record_key);
}

/** Of two papers that are one, the one whose id is of the stronger scheme keeps it; of equal schemes, the lower id. */
function survivorFirst(a: WorkingPaper, b: WorkingPaper): [WorkingPaper, WorkingPaper] {
  const [first, second] = [strength(a.paper_id), strength(b.paper_id)];
  return first < second || (first === second && a.paper_id < b.paper_id) ? [a, b] : [b, a];
}

function strength(paperId: string): number {
  const place = ID_SCHEMES.findIndex((scheme) => paperId.startsWith(`${scheme}:`));
  return place === -1 ? ID_SCHEMES.length : place;
}

/** The record keeps the id by which its source knows it. */
function withoutIdsOf(record: SourceRecord, paper: WorkingPaper): SourceRecord {
  const aliases = paper.aliases();
  const { ids: given, versions: others = [], ...rest } = record.input;
  const kept = externalIds(given ?? {}).filter((id) => idKey(id) === record.record_key || !aliases.has(idKey(id)));
  const ids = Object.fromEntries(kept.map(({ scheme, value }) => [scheme, value]));
  const versions = others.filter((key) => !aliases.has(key));
  return {
    ...record,
    input: { ...rest, ...(kept.length === 0 ? {} : { ids }), ...(versions.length === 0 ? {} : { versions }) },
  };
}
