import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAPPINGS } from "../../src/engine/mapping.ts";

interface SavedObject {
  id: string;
  type: string;
  attributes: Record<string, unknown> & { title: string; visState?: string; panelsJSON?: string };
  references: { name: string; type: string; id: string }[];
}

interface Field {
  type: string;
  properties?: Record<string, Field>;
}

const objects = readFileSync(join(import.meta.dirname, "../../deploy/kibana.ndjson"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as SavedObject);
const byId = new Map(objects.map((object) => [object.id, object]));

describe("Kibana's saved objects", () => {
  it("refer to each other and to nothing else", () => {
    for (const { references } of objects) for (const { id, type } of references) expect(byId.get(id)).toMatchObject({ type });
  });

  it("show every chart on the dashboard", () => {
    const dashboard = objects.find(({ type }) => type === "dashboard")!;
    const panels = JSON.parse(dashboard.attributes.panelsJSON!) as { panelIndex: string; panelRefName: string }[];
    const shown = panels.map(
      ({ panelIndex, panelRefName: name }) => dashboard.references.find((one) => one.name === `${panelIndex}:${name}`)?.id,
    );
    const charts = objects.flatMap(({ id, type }) => (type === "visualization" ? [id] : []));
    expect(new Set(shown)).toEqual(new Set(charts));
  });

  it("count by fields that the index has and can count by", () => {
    const fields = objects.flatMap(({ attributes: { visState }, references }) => {
      if (!visState) return [];
      const target = byId.get(references[0]!.id)!.attributes.title.replace("{prefix}", "") as keyof typeof MAPPINGS;
      const { aggs } = JSON.parse(visState) as { aggs: { params: { field?: string } }[] };
      return aggs.flatMap(({ params }) => (params.field ? [typeOf(target, params.field)] : []));
    });
    expect(fields.length).toBeGreaterThan(0);
    expect(new Set(fields)).toEqual(new Set(["date", "integer", "keyword"]));
  });

  it("show signals of the last years, not of the last minutes", () => {
    expect(byId.get("signal-canvas")!.attributes).toMatchObject({ timeRestore: true, timeFrom: "now-10y", timeTo: "now" });
    expect(typeOf("signals", byId.get("signal-canvas-signals")!.attributes.timeFieldName as string)).toBe("date");
  });
});

function typeOf(target: keyof typeof MAPPINGS, path: string): string | undefined {
  let field: Field | undefined = { type: "object", properties: MAPPINGS[target].mappings.properties };
  for (const name of path.split(".")) field = field?.properties?.[name];
  return field?.type;
}
