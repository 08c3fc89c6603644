import { foldText } from "./text.ts";

/** What a section of a paper is for. The list of references is none: it is kept as structured entries. */
export const SECTION_KINDS = [
  "abstract",
  "introduction",
  "background",
  "method",
  "results",
  "discussion",
  "limitations",
  "conclusion",
  "appendix",
  "caption",
  "table",
  "acknowledgement",
  "data_availability",
  "funding",
  "other",
] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

/** What is known of a section, from its heading to its place. */
export interface SectionSigns {
  /** Its own heading; null or blank where it has none. */
  heading: string | null;
  /** JATS `sec-type`, TEI `div/@type`. */
  type?: string | null;
  /** The kind of the section around it. */
  parent?: SectionKind | null;
  /** Where it stands: `front` (abstract), `body`, or `back` (acknowledgements, appendices, statements). */
  part: "front" | "body" | "back";
  /** True for the body's first section, or text before any heading. */
  first?: boolean;
}

/**
 * The kind of a section: by its heading; else by its declared type; else that of the section around it; else by its place (the first of the body is the introduction).
 * A body's first section that is called “Background” introduces; elsewhere it is background.
 * A subsection's heading tells only where it names one of the kinds that keep their sense inside another (limitations, statements), or a conclusion of the results or their discussion; “Results” within a structured
 * abstract stays part of the abstract, “Analysis” within the results stays results.
 */
export function sectionKind({ heading, type, parent = null, part, first = false }: SectionSigns): SectionKind {
  if (part === "front") return "abstract";
  const own = kindOfHeading(heading ?? "");
  // Medical journals call their introduction so.
  if (first && parent === null && foldText(heading ?? "") === "background") return "introduction";
  if (own === "conclusion" && (parent === "discussion" || parent === "results")) return own;
  if (parent !== null && parent !== "other") {
    return own !== null && KEEP_THEIR_SENSE.has(own) ? own : parent;
  }
  return own ?? kindOfType(type ?? "") ?? (parent !== null ? parent : first ? "introduction" : "other");
}

/** What these say is the same in whatever section they stand. */
const KEEP_THEIR_SENSE: ReadonlySet<SectionKind> = new Set(["limitations", "data_availability", "funding", "acknowledgement"]);

/** The kind that a heading names; null where it names none. Numbers before it (“3.2”, “IV.”, “Appendix A”) and case do not count. */
export function kindOfHeading(heading: string): SectionKind | null {
  const folded = foldText(heading);
  if (/^(?:online |web |electronic )?(?:appendix|appendices|annex|supplement)\b/u.test(folded)) return "appendix";
  if (/^[a-h]\.\d/u.test(folded)) return "appendix";
  const words = folded
    .replace(/^(?:section\s+)?(?:\d+(?:\.\d+)*|[ivx]+|[a-z])[.):]?\s+(?=\S)/u, "")
    .replace(/[^\p{L}\p{N}/&' ]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return HEADINGS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** In order: the first that fits counts, so what is more telling stands first. */
const HEADINGS: readonly (readonly [RegExp, SectionKind])[] = [
  [
    /^(?:abstract|summary|author summary|editors'? summary|plain language summary|digest|elife digest|lay summary|significance)$/u,
    "abstract",
  ],
  [/\blimitations?\b|^threats to validity|^shortcomings\b|^strengths and weaknesses/u, "limitations"],
  [
    /^(?:data|code|software|materials?|data and (?:code|materials?|software)|code and data|software and data|resource)(?: and resource)? (?:availability|access(?:ibility)?|sharing|deposition)|^availability (?:of|and)|^(?:data |code |software )?availability$|^accession (?:numbers?|codes?)|^(?:major )?datasets? (?:deposited|generated)|^major datasets?$|^deposited data|^data archiving|\bdata availability$/u,
    "data_availability",
  ],
  [
    /^(?:funding|financial (?:support|disclosure)|grants?|sources? of (?:funding|support)|role of (?:the )?(?:funding|sponsor)|grant support|funding (?:statement|information|sources?))\b/u,
    "funding",
  ],
  [/^acknowledge?ments?\b|^thanks$/u, "acknowledgement"],
  [
    /^(?:supplementary|supplemental|supporting|electronic supplementary|additional(?! information)) (?:materials?|information|files?|data|figures?|tables?|methods?|notes?|text)/u,
    "appendix",
  ],
  [
    /^(?:results?|findings|principal findings|main (?:results?|findings)|evaluation results?|experimental results?|empirical results?|key results)\b/u,
    "results",
  ],
  [/^(?:general |overall )?discussions?\b/u, "discussion"],
  [/^(?:conclusions?|concluding|summary and|conclusive|final remarks|closing remarks|outlook)\b|\bconclusions?$/u, "conclusion"],
  [/^(?:introduction|introductory|motivation|overview and motivation|aims?|objectives?|purpose)\b/u, "introduction"],
  [
    /^(?:background|related works?|related research|related literature|previous works?|prior works?|literature|state of the art|preliminar(?:y|ies)|review of (?:the )?literature|theoretical background)\b/u,
    "background",
  ],
  [
    /^(?:(?:materials?|patients?|subjects?|participants?|data|design|methodology|animals?|models?) (?:and|&) )*(?:methods?|methodology|methodologies|methodological)\b|^(?:materials?|experimental) (?:and|&|procedures?|setup|set up|design|methods?|section|settings?)|^(?:proposed|our|research|statistical|computational|theoretical) (?:method|methods|methodology|approach|model|design|analys[ie]s)|^(?:approach|methods? and|study design|implementation|procedures?|system (?:description|overview|architecture)|model(?: description| architecture| overview)?|training|algorithms?|star methods|online methods|design and methods|theory and methods|data collection|statistical analys[ie]s|datasets?|data sets?|corpus|data)\b/u,
    "method",
  ],
  [
    /^(?:experiments?|evaluation|experimental evaluation|empirical (?:evaluation|analysis|study)|case stud(?:y|ies)|analysis|ablation|performance (?:evaluation|analysis)|experiments? and results?|error analysis)\b/u,
    "results",
  ],
  [/^(?:future (?:work|directions?|outlook|research|perspectives?)|implications?|significance)\b/u, "discussion"],
];

/** The kind that a format's own type of section means; null where it says nothing. */
function kindOfType(type: string): SectionKind | null {
  for (const one of foldText(type).split("|")) {
    const kind = TYPES[one.trim()];
    if (kind !== undefined) return kind;
  }
  return null;
}

const TYPES: Readonly<Record<string, SectionKind>> = {
  intro: "introduction",
  introduction: "introduction",
  background: "background",
  materials: "method",
  methods: "method",
  method: "method",
  subjects: "method",
  cases: "method",
  results: "results",
  discussion: "discussion",
  conclusions: "conclusion",
  conclusion: "conclusion",
  limitations: "limitations",
  "supplementary-material": "appendix",
  "supplementary material": "appendix",
  appendix: "appendix",
  annex: "appendix",
  ack: "acknowledgement",
  acknowledgement: "acknowledgement",
  acknowledgment: "acknowledgement",
  funding: "funding",
  datasets: "data_availability",
  "data-availability": "data_availability",
  availability: "data_availability",
};
