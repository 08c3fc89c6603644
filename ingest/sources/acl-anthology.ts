import { aclPaper, type AclVolume } from "./acl-paper.ts";
import { readVenueNames, type VenueNames } from "./acl-venues.ts";
import type { InputFile, RawRow } from "./port.ts";
import { childOf, childrenOf, readXmlRecords, textOf, xmlOf, type XmlElement } from "./xml-records.ts";
import type { Format } from "./format.ts";

/** The XML of the ACL Anthology. */
export const aclAnthology: Format = {
  name: "acl-anthology",
  targets: ["papers"],
  extensions: [".xml"],
  impliedBy: [".xml"],
  async open({ path }) {
    const venues = await readVenueNames(path);
    return (file) => readAclAnthology(file, venues);
  },
};

/**
 * The ACL Anthology's XML: a collection of volumes of papers. One row a `<paper>`; front matter is none. A volume's `<meta>` stands before its
 * papers. Throws `InputError` where the file is not well-formed; the papers before are kept.
 */
export async function* readAclAnthology(file: InputFile, venues: VenueNames): AsyncGenerator<RawRow> {
  let volume: AclVolume | null = null;
  for await (const { element, ancestors } of readXmlRecords(file, isMetaOrPaper)) {
    const [collection, volumeElement] = ancestors;
    if (!collection || !volumeElement) continue;
    if (element.name === "meta") volume = aclVolume(collection, volumeElement, element, venues);
    else {
      const place = { position: { file: file.name, line: element.line }, raw: () => xmlOf(element) };
      yield { ...place, kind: "paper", ...aclPaper(element, volume ?? aclVolume(collection, volumeElement, null, venues)) };
    }
  }
}

function isMetaOrPaper(name: string, ancestors: readonly XmlElement[]): boolean {
  return (name === "meta" || name === "paper") && ancestors.length === 2 && ancestors[1]?.name === "volume";
}

function aclVolume(collection: XmlElement, volume: XmlElement, meta: XmlElement | null, venues: VenueNames): AclVolume {
  const year = meta ? childOf(meta, "year") : undefined;
  const venueIds = meta ? childrenOf(meta, "venue").map((venue) => textOf(venue).trim()) : [];
  // Joint events name several venues; `ws` says no more than that it was a workshop.
  const venue = venueIds.find((id) => id !== "ws") ?? venueIds[0];
  return {
    collection: collection.attributes.id ?? "",
    volume: volume.attributes.id ?? "",
    year: year ? textOf(year).trim() : null,
    ingestDate: volume.attributes["ingest-date"] ?? null,
    venue: venue === undefined ? null : (venues.get(venue) ?? venue.toUpperCase()),
  };
}
