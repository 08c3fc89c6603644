import type { Block } from "./blocks.ts";
import { TABLE_LEADING } from "./rows.ts";

/** Of two columns as wide as each other the narrower one has at least this share of the other: a choice. */
const SAME_WIDTH = 0.8;

/** “Table 3” of a caption. */
export function captionLabel({ lines }: Block): string | null {
  return /^\S+\s*(?:[A-Z]?\.?\d+(?:\.\d+)?[a-z]?|[IVX]+)/u.exec(lines[0]!.text)?.[0] ?? null;
}

/** Another table than the one before: behind a gap, in a column of another width. */
function isOther({ lines: [line] }: Block, before: Block): boolean {
  const last = before.lines.at(-1)!;
  const widths = [line!, last].map(({ column }) => column.right - column.left);
  const isApart = line!.page === last.page && line!.y - last.y > line!.size * TABLE_LEADING;
  return isApart && Math.min(...widths) < Math.max(...widths) * SAME_WIDTH;
}

/** What the rows of tables are called: by the caption right above them or right below, where a document has both by what it does elsewhere. */
export function tableLabels(blocks: readonly Block[]): Map<Block, string | null> {
  const isRow = (block: Block | undefined): boolean => block?.kind === "table" || block?.kind === "loose";
  const isCaption = (block: Block | undefined): block is Block =>
    block?.kind === "caption" && /^tab/iu.test(block.lines[0]!.text);
  const groups: { rows: Block[]; above: Block | undefined; below: Block | undefined }[] = [];
  for (const [index, block] of blocks.entries()) {
    if (!isRow(block)) continue;
    const open = groups.at(-1);
    if (open && isRow(blocks[index - 1]) && !isOther(block, open.rows.at(-1)!)) open.rows.push(block);
    else groups.push({ rows: [block], above: blocks[index - 1], below: undefined });
    groups.at(-1)!.below = blocks[index + 1];
  }
  const sides = groups.map(({ above, below }) => Number(isCaption(below)) - Number(isCaption(above)));
  const isBelow = sides.reduce((sum, side) => sum + side, 0) > 0;
  return new Map(
    groups.flatMap(({ rows, above, below }) => {
      const caption = (isBelow ? [below, above] : [above, below]).find(isCaption);
      return rows.map((row) => [row, caption ? captionLabel(caption) : null] as const);
    }),
  );
}
