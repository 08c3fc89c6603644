/** The kinds of evidence a signal can be, in the order in which they are listed everywhere. */
export const SIGNAL_KINDS = [
  "code",
  "dataset",
  "model",
  "citation",
  "review",
  "award",
  "acceptance",
  "reproduction",
  "erratum",
  "retraction",
  "patent",
  "funding",
  "product",
  "adoption",
  "hiring",
  "news",
  "standard",
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

export const POLARITIES = ["supports", "against", "neutral"] as const;
export type Polarity = (typeof POLARITIES)[number];
