/** A part of a Markdown file, as plain text. */
export interface PlainPart {
  kind: "heading" | "paragraph" | "list_item" | "quotation" | "code" | "table_row" | "caption";
  text: string;
  /** Of a heading, from 1. */
  depth: number;
  label: string | null;
}

/**
 * Markdown as plain parts in their order: headings (with `#`, or underlined), paragraphs, items of lists, quotations, code between fences, rows of tables. Pictures leave
 * their description as a caption; comments are no text.
 */
export function plainParts(markdown: string): PlainPart[] {
  const parts: PlainPart[] = [];
  let open: PlainPart | null = null;
  let fence: string | null = null;
  const add = (kind: PlainPart["kind"], text: string, details: Partial<PlainPart> = {}): PlainPart => {
    const part = { kind, text, depth: 1, label: null, ...details };
    parts.push(part);
    return part;
  };
  for (const line of markdown.replace(/<!--[\s\S]*?(?:-->|$)/gu, "").split(/\r\n|[\n\r\u2028\u2029]/u)) {
    const [, mark] = /^\s{0,3}(`{3,}|~{3,})/u.exec(line) ?? [];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      else if (open) open.text += `${open.text === "" ? "" : "\n"}${line}`;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      open = add("code", "");
      continue;
    }
    const [, hashes, heading] = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/u.exec(line) ?? [];
    const [, bullet, item] = /^\s*([-*+•]|\d{1,3}[.)])\s+(.*)$/u.exec(line) ?? [];
    const [, quoted] = /^\s{0,3}>\s?(.*)$/u.exec(line) ?? [];
    if (line.trim() === "") open = null;
    else if (hashes !== undefined) {
      add("heading", heading ?? "", { depth: hashes.length });
      open = null;
    } else if (open?.kind === "paragraph" && /^\s{0,3}(?:={3,}|-{3,})\s*$/u.test(line)) {
      open.kind = "heading";
      open.depth = line.includes("=") ? 1 : 2;
      open = null;
    } else if (/^\s{0,3}(?:[-*_]\s*){3,}$/u.test(line)) open = null;
    else if (/^\s*\|.*\|\s*$/u.test(line)) {
      const cells = line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/u)
        .map((cell) => cell.trim());
      if (!cells.every((cell) => /^:?-+:?$/u.test(cell))) add("table_row", cells.join(" | "));
      open = null;
    } else if (item !== undefined && (open === null || open.kind !== "paragraph")) {
      open = add("list_item", item, { label: /\d/u.test(bullet!) ? bullet! : null });
    } else if (quoted !== undefined) {
      if (open?.kind === "quotation") open.text += ` ${quoted}`;
      else open = add("quotation", quoted);
    } else if (open) open.text = joined(open.text, line.trim());
    else open = add("paragraph", line.trim());
  }
  return parts
    .flatMap((part) => (part.kind === "code" ? [part] : withCaptions({ ...part, text: part.text })))
    .filter(({ text }) => text.trim() !== "");
}

/** A word that was divided at a line's end is whole again. */
export function joined(before: string, next: string): string {
  return /\p{Ll}{2}[-‐]$/u.test(before) && /^\p{Ll}/u.test(next) ? before.slice(0, -1) + next : `${before} ${next}`;
}

/** Marks of emphasis, links and code taken away; pictures as parts of their own. */
function withCaptions(part: PlainPart): PlainPart[] {
  const captions: PlainPart[] = [];
  const text = part.text
    .replace(/!\[([^\]]*)\]\([^()\s]*(?:\([^()]*\))?[^()]*\)/gu, (_, description: string) => {
      captions.push({
        kind: "caption",
        text: description,
        depth: 1,
        label: /^(?:figure|fig\.?|table)\s*\d+/iu.exec(description)?.[0] ?? null,
      });
      return "";
    })
    .replace(/\[([^\]]+)\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/gu, "$1")
    .replace(/<\/?[a-z][^>]{0,200}>/giu, "")
    .replace(/(?<![\\\p{L}\p{N}])(\*\*|__|\*|_)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/`([^`]+)`/gu, "$1")
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/gu, "$1");
  return [{ ...part, text }, ...captions];
}
