import type { Polarity } from "../../src/documents/signal-kinds.ts";

/** Licenses (SPDX, as GitHub and Hugging Face spell them in lower case) that let everybody use and sell what is made of a work, with or without conditions. */
const FREE =
  /^(?:mit(?:-0)?|apache-2\.0|bsd(?:-.+)?|isc|0bsd|zlib|unlicense|wtfpl|cc0-1\.0|cc-by(?:-sa)?-[\d.]+|a?gpl-.+|a?gpl|lgpl(?:-.+)?|mpl-2\.0|epl-.+|eupl-.+|artistic-2\.0|bsl-1\.0|postgresql|ncsa|afl-3\.0|ms-pl|odbl|odc-by|pddl|cdla-permissive-.+|openrail(?:\+\+)?|bigscience-openrail-m|creativeml-openrail-m)$/iu;
/** That forbid to sell. */
const NOT_COMMERCIAL = /(?:^|[-_\s])nc(?:[-_\s]|$)|non-?commercial|research-only|academic/iu;

/** What a license means for a product: free to use, not for sale, or not told by its name. */
export function licensePolarity(license: string): Polarity {
  if (NOT_COMMERCIAL.test(license)) return "against";
  return FREE.test(license) ? "supports" : "neutral";
}
