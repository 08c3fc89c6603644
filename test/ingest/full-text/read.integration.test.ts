import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idsOfFileName } from "../../../ingest/full-text/file-name-ids.ts";
import { readFullText, type ReadOptions } from "../../../ingest/full-text/read.ts";

const JATS = (text: string): string => `<article><front><article-meta/></front><body><p>${text}</p></body></article>`;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "full-text-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes the files into a folder of their own and reads it; names are relative to it. */
async function itemsOf(files: Record<string, Uint8Array | string>, options?: ReadOptions): Promise<string[]> {
  const own = mkdtempSync(join(folder, "files-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(own, name), content);
  const items: string[] = [];
  for await (const item of readFullText(own, { threads: 1, ...options })) {
    const says = item.kind === "text" ? item.text.passages[0]!.text : item.problem.reason;
    items.push(`${item.position.file.slice(own.length + 1)}: ${says}`);
  }
  return items;
}

/** A tar archive of these files. */
function tar(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).map(([name, content]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${Buffer.byteLength(content).toString(8).padStart(11, "0")}\0`, 124);
    header.write("0", 156);
    header.write("ustar\0", 257);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
    body.write(content);
    return Buffer.concat([header, body]);
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

/** A ZIP archive of these files; `size` is what its directory says of their sizes. */
function zip(files: Record<string, Buffer | string>, size?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(crc32(content), 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(size ?? content.length, 22);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    header.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    parts.push(header, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

const NAMES: [string, object][] = [
  ["/a/2020.acl-main.207.pdf", { acl: "2020.acl-main.207" }],
  ["P19-1001.tei.xml", { acl: "P19-1001" }],
  ["1706.03762v5.pdf.gz", { arxiv: "1706.03762" }],
  ["PMC5828200.nxml", { pmcid: "PMC5828200" }],
  ["oa.zip!x/10.1371_journal.pone.0000217.xml", { doi: "10.1371/journal.pone.0000217" }],
  ["journal.pone.0000217.xml", { doi: "10.1371/journal.pone.0000217" }],
  ["submission_161.pdf", {}],
  ["12345.pdf", {}],
];

describe("full texts", () => {
  it.each(NAMES)("the file %s is called by the ids %j", (name, ids) => {
    expect(idsOfFileName(name)).toEqual(ids);
  });

  it("come from files and archives, packed or not, and a file that cannot be read does not stop the others", async () => {
    const files = { "1.xml": JATS("one"), "2.xml": "<article>", "pictures/3.jpg": "…", "4.nxml": JATS("four") };
    const found = (archive: string): string[] => [
      `${archive}!1.xml: one`,
      `${archive}!2.xml: invalid_xml`,
      `${archive}!4.nxml: four`,
    ];
    const all = {
      "a.tgz": gzipSync(tar(files)),
      "b.zip": zip(files),
      "c.tar": tar(files).subarray(0, 700),
      "d.xml.gz": gzipSync(JATS("one")),
      "e.xml": "<html/>",
    };
    expect(await itemsOf(all)).toEqual([
      ...found("a.tgz"),
      ...found("b.zip"),
      "c.tar: damaged",
      "d.xml.gz: one",
      "e.xml: wrong_format",
    ]);
  });

  it("an archive whose files unpack to more than their directory says is not unpacked further", async () => {
    const bomb = zip({ "bomb.xml": Buffer.alloc(8_000_000), "good.xml": JATS("good") }, 10);
    expect(await itemsOf({ "bomb.zip": bomb }, { limits: { fileBytes: 1_000_000 } })).toEqual([
      "bomb.zip!bomb.xml: too_large",
      "bomb.zip!good.xml: good",
    ]);
  }, 30_000);

  it("a file that takes too long or too much memory is set aside, and the next one is read", async () => {
    const rows = `<table-wrap><table>${"<tr><td><p>1</p></td></tr>".repeat(30_000)}</table></table-wrap>`;
    const files = { "1.xml": JATS("one"), "2.xml": `<article><body>${rows}</body></article>`, "3.xml": JATS("three") };
    expect(await itemsOf({ "slow.xml": JATS("slow") }, { limits: { milliseconds: 1 } })).toEqual(["slow.xml: too_slow"]);
    expect(await itemsOf({ "big.zip": zip(files) }, { limits: { heapMegabytes: 24 } })).toEqual([
      "big.zip!1.xml: one",
      "big.zip!2.xml: too_much_memory",
      "big.zip!3.xml: three",
    ]);
  }, 30_000);
});
