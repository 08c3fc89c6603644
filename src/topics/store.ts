import type { RecordKind, Records } from "../records/port.ts";
import type { CenteredTopic, Topic, TopicBuild, TopicSet } from "./topic.ts";
import { everyRecord } from "../records/every-record.ts";
import { grouped } from "../shared/grouped.ts";

/* Topics as records: a build writes its own, then the one record that says which build counts. Readers see one build whole or the other. */

const CURRENT = "current";
/** Papers of a topic in one record, nearest to the center first. */
const MEMBERS_A_RECORD = 1_000;
const AT_ONCE = 8;

interface StoredTopic extends Topic {
  build: string;
  /** The center's components as 32-bit floats, little-endian, in base64. Spelled as in the records of earlier builds. */
  centre: string;
}

interface CurrentBuild extends TopicBuild {
  /** The build before, whose records stay until the next one, for those who are reading them. */
  previous: string | null;
}

const remembered = new WeakMap<Records, { build: string; set: Promise<TopicSet> }>();

/** The topics of the build that counts, or null where none was made. They are read once a build. */
export async function currentTopics(records: Records, signal?: AbortSignal): Promise<TopicSet | null> {
  const current = await records.get<CurrentBuild>("topic_build", CURRENT, signal);
  if (current === null) return null;
  const { previous: _, ...build } = current.value;
  let known = remembered.get(records);
  if (known?.build !== build.build) {
    known = { build: build.build, set: readTopics(records, build) };
    remembered.set(records, known);
    known.set.catch(() => remembered.delete(records));
  }
  return known.set;
}

/** The ids of a topic's papers, nearest to its center first, at most `maximum` of them. */
export async function topicMembers(
  records: Records,
  build: string,
  topicId: string,
  maximum = Infinity,
  signal?: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  for (let part = 0; ids.length < maximum; part += 1) {
    const record = await records.get<{ papers: string[] }>("topic_members", membersId(build, topicId, part), signal);
    if (record === null) break;
    ids.push(...record.value.papers);
    if (record.value.papers.length < MEMBERS_A_RECORD) break;
  }
  return ids.slice(0, maximum);
}

/**
 * Stores a build and makes it the one that counts; builds older than the one before it are removed. Throws, with nothing changed, where
 * another build was finished meanwhile.
 */
export async function storeTopics(
  records: Records,
  set: TopicSet,
  members: ReadonlyMap<string, readonly string[]>,
  expected: TopicSet | null,
): Promise<void> {
  const { build } = set.build;
  const current = await records.get<CurrentBuild>("topic_build", CURRENT);
  if ((current?.value.build ?? null) !== (expected?.build.build ?? null)) throw new Error(OTHER_BUILD);
  await inParallel(set.topics, async (topic) => {
    const papers = members.get(topic.topic_id) ?? [];
    for (let part = 0; part * MEMBERS_A_RECORD <= papers.length; part += 1) {
      const some = papers.slice(part * MEMBERS_A_RECORD, (part + 1) * MEMBERS_A_RECORD);
      await records.put("topic_members", membersId(build, topic.topic_id, part), { build, papers: some });
    }
    const { center, ...shown } = topic;
    const stored: StoredTopic = { ...shown, build, centre: toBase64(center) };
    await records.put("topic", `${build}/${topic.topic_id}`, stored);
  });
  const value: CurrentBuild = { ...set.build, previous: current?.value.build ?? null };
  if ((await records.put("topic_build", CURRENT, value, { expectedVersion: current?.version ?? 0 })) === null)
    throw new Error(OTHER_BUILD);
  await removeOthers(records, [build, value.previous]);
}

const OTHER_BUILD = "Another build finished in the meantime, so nothing was changed.";

async function readTopics(records: Records, build: TopicBuild): Promise<TopicSet> {
  const topics: CenteredTopic[] = [];
  for await (const { value } of everyRecord<StoredTopic>(records, "topic", { build: build.build })) {
    const { build: _, centre: center, ...topic } = value;
    topics.push({ ...topic, center: fromBase64(center) });
  }
  topics.sort((a, b) => b.papers - a.papers || (a.topic_id < b.topic_id ? -1 : 1));
  return { build, topics };
}

async function removeOthers(records: Records, kept: readonly (string | null)[]): Promise<void> {
  for (const kind of ["topic", "topic_members"] as const satisfies RecordKind[]) {
    for await (const found of grouped(everyRecord<{ build: string }>(records, kind), AT_ONCE)) {
      const others = found.filter(({ value }) => !kept.includes(value.build));
      await Promise.all(others.map(({ id }) => records.delete(kind, id)));
    }
  }
}

/** A few at a time, as each waits for the store. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) await Promise.all(items.slice(start, start + AT_ONCE).map(work));
}

function membersId(build: string, topicId: string, part: number): string {
  return `${build}/${topicId}/${String(part).padStart(6, "0")}`;
}

function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}

function fromBase64(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, "base64")).buffer);
}
