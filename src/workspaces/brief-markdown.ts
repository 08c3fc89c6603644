import { FLAG_MEANINGS, HEADINGS } from "../answers/render/flags.ts";
import { dotted, id, link, marks, plain } from "../documents/markdown.ts";
import type { Brief, BriefAnswer } from "./brief.ts";
import { nameText } from "../documents/names.ts";
import type { Reference } from "./references.ts";
import { itemCounts, type WorkspaceItem } from "./workspace.ts";
import { counted } from "../shared/thousands.ts";

/** Authors that a reference names. */
const AUTHORS = 10;

/** A brief as lines of Markdown: thesis, items with notes, the last answers, numbered references. */
export function briefLines({ workspace, answers, references, numberOf }: Brief): string[] {
  const { papers, signals, notes } = itemCounts(workspace);
  const of = (kind: WorkspaceItem["kind"]) => workspace.items.filter((item) => item.kind === kind);
  const saved = (item: WorkspaceItem) => itemLines(item, references[numberOf(item.kind as Reference["kind"], item.id) - 1]!);
  return [
    `# ${plain(workspace.name)}`,
    "",
    ...(workspace.thesis === null ? [] : [`> ${plain(workspace.thesis)}`, ""]),
    dotted(
      `${counted(papers, "paper")}, ${counted(signals, "signal")}, ${counted(notes, "note")}`,
      `changed ${workspace.updated_at.slice(0, 10)}`,
      `workspace ${id(workspace.workspace_id)}, version ${workspace.version}`,
    ),
    ...section(
      "Notes",
      of("note").map((note) => `- ${plain(note.note ?? "")} (${note.added_at.slice(0, 10)})`),
    ),
    ...section("Papers", of("paper").flatMap(saved)),
    ...section("Signals", of("signal").flatMap(saved)),
    ...answers.flatMap(answerLines),
    ...section("References", references.map(referenceLine)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];
}

function itemLines({ note }: WorkspaceItem, { csl, number, retracted }: Reference): string[] {
  const line = `- ${plain(csl.title)}${retracted ? " — RETRACTED" : ""} ${marks([number])}`;
  return note === null ? [line] : [line, `  ${plain(note)}`];
}

function answerLines(answer: BriefAnswer): string[] {
  const list = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ["", `${title}:`, "", ...lines]);
  return [
    "",
    `## ${plain(answer.question)}`,
    "",
    dotted(
      `**${HEADINGS[answer.state]}**`,
      `asked ${answer.asked_at.slice(0, 10)}`,
      `judgment: ${answer.verdict}`,
      id(answer.run_id),
    ),
    "",
    plain(answer.reason),
    ...(answer.authored === null ? [] : ["", plain(answer.authored)]),
    "",
    ...answer.sentences.map(({ text, references, flags }) =>
      dotted(`- ${plain(text)} ${marks(references)}`, ...flags.map((flag) => `check: ${FLAG_MEANINGS[flag]}`)),
    ),
    ...list(
      "Counter-evidence",
      answer.counter_evidence.map(({ text, references }) => `- ${plain(text)} ${marks(references)}`),
    ),
    ...list(
      "Gaps",
      answer.gaps.map((gap) => `- ${plain(gap)}`),
    ),
    ...list(
      "Quoted",
      answer.quotes.map(({ reference, quote }) => `- ${marks([reference])} “${plain(quote)}”`),
    ),
  ];
}

function referenceLine({ number, csl, retracted, id: recordId }: Reference): string {
  const authors = (csl.author ?? []).map((name) => plain(nameText(name)));
  const named = authors.length > AUTHORS ? [...authors.slice(0, AUTHORS), "et al."] : authors;
  const text = [
    named.join(", "),
    plain(csl.title) + (retracted ? " — RETRACTED" : ""),
    plain(csl["container-title"] ?? csl.number ?? ""),
    csl.issued?.["date-parts"][0].map((part) => String(part).padStart(2, "0")).join("-"),
  ];
  // Two blanks keep each reference on a line of its own.
  return `${marks([number])} ${dotted(text.filter(Boolean).join(". "), link(csl.URL ?? null), id(recordId))}  `;
}
