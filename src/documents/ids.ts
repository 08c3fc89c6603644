/** The identifier schemes of papers, strongest first: a paper's id is minted from the first that it has. */
export const ID_SCHEMES = ["doi", "arxiv", "acl", "openreview", "openalex", "pmid", "pmcid", "s2"] as const;
export type IdScheme = (typeof ID_SCHEMES)[number];

/** An identifier in its scheme's canonical form. */
export interface ExternalId {
  scheme: IdScheme;
  value: string;
}

/** The longest identifier that is accepted, in characters; the search engine caps a document id at 512 bytes. */
const MAX_ID_LENGTH = 400;

/** `doi:10.18653/v1/p19-1001`, the form in which ids are stored, compared and shown. */
export function idKey({ scheme, value }: ExternalId): string {
  return `${scheme}:${value}`;
}

/**
 * Reads one identifier in any usual spelling (bare, prefixed, or a URL of its host) into its canonical form.
 * Where the spelling does not tell the scheme, the result is null; `scheme` says which one is meant.
 */
export function parseExternalId(input: string, scheme?: IdScheme): ExternalId | null {
  const text = input.normalize("NFC").trim();
  if (text === "" || text.length > MAX_ID_LENGTH + 100) return null;
  const [, prefix, rest] = /^(doi|arxiv|acl|openreview|openalex|pmid|pmcid|s2|corpusid):\s*(?!\/\/)(.+)$/isu.exec(text) ?? [];
  const spelled = prefix?.toLowerCase();
  const named = (spelled === "corpusid" ? "s2" : spelled) as IdScheme | undefined;
  if (scheme && named && named !== scheme) return null;
  const body = rest?.trim() ?? text;
  const wanted = scheme ?? named;
  for (const candidate of wanted ? [wanted] : ID_SCHEMES) {
    const value = CANONICAL[candidate](body, wanted !== undefined);
    if (value === null || value.length > MAX_ID_LENGTH) continue;
    return candidate === "doi" ? arxivBehindDoi(value) : { scheme: candidate, value };
  }
  return null;
}

/** The canonical page of an identifier. */
export function idUrl({ scheme, value }: ExternalId): string {
  switch (scheme) {
    case "doi":
      return `https://doi.org/${encodeURI(value)}`;
    case "arxiv":
      return `https://arxiv.org/abs/${value}`;
    case "acl":
      return `https://aclanthology.org/${value}/`;
    case "openreview":
      return `https://openreview.net/forum?id=${value}`;
    case "openalex":
      return `https://openalex.org/${value}`;
    case "pmid":
      return `https://pubmed.ncbi.nlm.nih.gov/${value}/`;
    case "pmcid":
      return `https://pmc.ncbi.nlm.nih.gov/articles/${value}/`;
    case "s2":
      return /^\d+$/u.test(value)
        ? `https://api.semanticscholar.org/CorpusID:${value}`
        : `https://www.semanticscholar.org/paper/${value}`;
  }
}

type Canonical = (text: string, explicit: boolean) => string | null;

const CANONICAL: Record<IdScheme, Canonical> = {
  doi(text) {
    const bare = decoded(text.replace(/^https?:\/\/(?:dx\.)?(?:www\.)?doi\.org\//iu, ""));
    // Older DOIs hold a part in angle brackets: 10.1175/1520-0493(1974)102<0736:WACOJ>2.0.CO;2
    return /^10\.\d{4,9}\/[^\s"<>]+(?:<[^\s"<>/]+>[^\s"<>]+)?$/u.test(bare) ? bare.toLowerCase().replace(/[.,;]+$/u, "") : null;
  },
  arxiv(text) {
    const bare = text
      .replace(/^https?:\/\/(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html|format|e-print)\//iu, "")
      .replace(/^https?:\/\/(?:www\.)?alphaxiv\.org\/abs\//iu, "")
      .replace(/[?#].*$/u, "")
      .replace(/\.pdf$/iu, "")
      .replace(/v\d{1,3}$/iu, "");
    if (/^\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}$/u.test(bare)) return bare;
    const [, archive, number] = /^([a-z-]+)(?:\.[a-z-]{2,})?\/(\d{2}(?:0[1-9]|1[0-2])\d{3})$/iu.exec(bare) ?? [];
    return archive && number ? `${archive.toLowerCase()}/${number}` : null;
  },
  acl(text) {
    const bare = text
      .replace(/^https?:\/\/(?:www\.)?(?:aclanthology\.(?:org|info)|aclweb\.org\/anthology)\/(?:papers\/|paper\/)?/iu, "")
      .replace(/[?#].*$/u, "")
      .replace(/\/+$/u, "")
      .replace(/(?:v\d+)?\.(?:pdf|bib|xml)$/iu, "");
    const [, old] = /^(?:[a-z]\/[a-z]\d{2}\/)?([a-z]\d{2}-\d{4,5})$/iu.exec(bare) ?? [];
    if (old) return old.toUpperCase();
    return /^\d{4}\.[a-z0-9]+-[a-z0-9]+\.\d+$/iu.test(bare) ? bare.toLowerCase() : null;
  },
  openreview(text, explicit) {
    const [, query] = /^https?:\/\/(?:www\.)?openreview\.net\/(?:forum|pdf|attachment|references\/pdf)\?(.+)$/iu.exec(text) ?? [];
    const bare = query ? new URLSearchParams(query.replace(/#.*$/u, "")).get("id") : explicit ? text : null;
    return bare !== null && /^[\w-]{6,24}$/u.test(bare) ? bare : null;
  },
  openalex(text) {
    const bare = text.replace(/^https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?/iu, "").replace(/[?#].*$/u, "");
    return /^w\d{4,12}$/iu.test(bare) ? bare.toUpperCase() : null;
  },
  pmid(text, explicit) {
    const [, behind] =
      /^https?:\/\/(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov\/pubmed)\/(\d+)\/?$/iu.exec(text) ?? [];
    const bare = behind ?? (explicit ? text : "");
    return /^[1-9]\d{0,8}$/u.test(bare) ? bare : null;
  },
  pmcid(text, explicit) {
    const bare = text
      .replace(/^https?:\/\/(?:pmc\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov\/pmc)\/articles\//iu, "")
      .replace(/[?#].*$/u, "")
      .replace(/\/+$/u, "")
      .replace(/\.\d{1,2}$/u, "");
    const [, letters = "", digits] = /^(pmc)?([1-9]\d{0,8})$/iu.exec(bare) ?? [];
    return digits !== undefined && (letters !== "" || explicit) ? `PMC${digits}` : null;
  },
  /** A corpus id (digits), or the 40 hexadecimal characters of a paper's page. */
  s2(text, explicit) {
    const [, corpus] = /^(?:https?:\/\/api\.semanticscholar\.org\/)?corpusid:(\d+)$/iu.exec(text) ?? [];
    const [, page] =
      /^https?:\/\/(?:www\.)?semanticscholar\.org\/paper\/(?:[^/?#]+\/)?([0-9a-f]{40})(?:[/?#].*)?$/iu.exec(text) ?? [];
    const bare = corpus ?? page ?? (explicit ? text : "");
    return /^[1-9]\d{0,11}$/u.test(bare) || /^[0-9a-f]{40}$/iu.test(bare) ? bare.toLowerCase() : null;
  },
};

/** arXiv registers a DOI for each of its papers: the same identifier in another coat. */
function arxivBehindDoi(doi: string): ExternalId {
  const [, behind] = /^10\.48550\/arxiv\.(.+)$/u.exec(doi) ?? [];
  const value = behind ? CANONICAL.arxiv(behind, true) : null;
  return value === null ? { scheme: "doi", value: doi } : { scheme: "arxiv", value };
}

/** A part of an address without its percent signs; as it is where these are no encoding. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
