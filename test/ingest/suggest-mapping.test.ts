import { describe, expect, it } from "vitest";
import { suggestFor } from "../../ingest/map-command.ts";
import { readMappingFile } from "../../ingest/mapping-file.ts";
import { openSource } from "../../ingest/sources/open-source.ts";
import { all, writeScratch } from "./files.ts";

const PAPERS = `Paper ID,Title,Author Names,Pub Year,arXiv ID,Tags,color
abcDEF12345,A,x|y,2020,704.35,"['p', 'q']",red
zbcDEF12346,B,z,2021.5,1910.1068699999998,[],blue
`;

describe("a suggested mapping file", () => {
  it("names the columns' fields, by their names and the shapes of their values, and is a valid mapping file", async () => {
    const path = writeScratch("x.csv", PAPERS);
    const { mapping, notes } = await suggestFor({ path, format: "csv" });
    expect(mapping).toEqual({
      target: "papers",
      fields: {
        "ids.arxiv": { column: "arXiv ID", as: "arxiv_number" },
        id: { template: "openreview:{Paper ID}" },
        title: "Title",
        authors: { column: "Author Names", split: "|" },
        year: "Pub Year",
        keywords: { column: "Tags", as: "python_list" },
      },
    });
    expect(notes).toEqual([
      'year: 1 of 2 sampled values would be rejected: one is "2021.5"; allowed: four digits such as 2024',
      "columns not used: color",
    ]);
    const map = writeScratch("map.json", JSON.stringify(mapping));
    expect(await readMappingFile(map, "papers")).toMatchObject({ target: "papers" });
    const [first] = await all((await openSource({ target: "papers", path, format: "csv", map })).items);
    expect(first).toMatchObject({
      paper: { title: "A", authors: ["x", "y"], ids: { openreview: "abcDEF12345", arxiv: "0704.3500" } },
    });
  });

  it("for signals has something to start from where no column fills a field that is needed", async () => {
    const path = writeScratch(
      "x.csv",
      "paper_title,doi,repo_link,repo_star,last_update\nA,10.1000/x,https://github.com/a/b,7,2019-01-02\n",
    );
    const { mapping, notes } = await suggestFor({ path, format: "csv" });
    expect(mapping).toMatchObject({
      target: "signals",
      fields: { "paper.ids": { each: ["doi"] }, "paper.title": "paper_title", value: "repo_star", kind: { value: "code" } },
    });
    expect(notes.join("\n")).toMatch(/kind: no matching column found; set to \{"value":"code"\}, which you should change/u);
    const map = writeScratch("map.json", JSON.stringify(mapping));
    expect(await readMappingFile(map, "signals")).toMatchObject({ target: "signals" });
  });

  it("leads into lists of objects in JSON", async () => {
    const path = writeScratch("x.jsonl", '{"doi":"10.1000/x","title":"A","authors":[{"name":"x"},{"name":"y"}]}\n');
    const { mapping, notes } = await suggestFor({ path, format: "jsonl" });
    expect(mapping.fields).toMatchObject({ "ids.doi": "doi", authors: "authors.name" });
    expect(notes).toEqual([]);
  });

  it("says that a table without columns has none", async () => {
    await expect(suggestFor({ path: writeScratch("x.csv", ""), format: "csv" })).rejects.toThrow(/has no columns/u);
  });
});
