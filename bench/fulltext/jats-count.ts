/**
 * The paragraphs of a JATS file's bodies, counted from its characters alone: no parser of the project has a part in it. Every `<p>` and `<title>` of a section that stands
 * between `<body>` and `</body>`, without the blocks inside it (figures, tables, lists, quotations), as letters and digits alone.
 */
export function paragraphsOf(xml: string): string[] {
  const paragraphs: string[] = [];
  const bodies = [
    ...xml.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/gu, "").matchAll(/<body>([\s\S]*?)<\/body>|<body [^>]*>([\s\S]*?)<\/body>/gu),
  ];
  for (const [, plain, withAttributes] of bodies) {
    const open: { name: string; text: string }[] = [];
    for (const [piece] of (plain ?? withAttributes ?? "").matchAll(/<!\[CDATA\[[\s\S]*?\]\]>|<[^>]+>|[^<]+/gu)) {
      const [, end, name, rest] = /^<(\/?)([\w:.-]+)([\s\S]*)>$/u.exec(piece) ?? [];
      if (name === undefined) {
        if (!open.some((one) => LEFT_OUT.test(one.name))) for (const holder of holders(open)) holder.text += piece;
      } else if (end === "/") {
        const closed = open.pop();
        if (closed && closed.name === "p") paragraphs.push(letters(closed.text));
      } else if (!rest!.endsWith("/")) open.push({ name, text: "" });
    }
  }
  return paragraphs.filter((text) => text !== "");
}

/** What is no text, or the same text a second time. */
const LEFT_OUT = /^(?:object-id|email|tex-math|graphic|inline-graphic|annotation|permissions|alt-text|sec-meta)$/u;
/** Blocks with paragraphs of their own, which are counted by themselves. */
const BLOCK =
  /^(?:fig|fig-group|table-wrap|table-wrap-group|list|def-list|disp-quote|boxed-text|supplementary-material|media|fn|code|preformat)$/u;

/** The innermost paragraph that is open, unless a block stands between. */
function holders(open: readonly { name: string; text: string }[]): { name: string; text: string }[] {
  for (const one of open.toReversed()) {
    if (one.name === "p") return [one];
    if (BLOCK.test(one.name)) return [];
  }
  return [];
}

/** Letters and digits, lower case: how a text is compared whatever its spaces, marks and markup are. */
export function letters(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/giu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&[a-z]+;/giu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
