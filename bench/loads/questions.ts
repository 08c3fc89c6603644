/** Questions that the bundled sample answers. */
export const SAMPLE_QUESTIONS = [
  "dense retrieval for question answering",
  "does late interaction beat a single vector",
  "learned sparse term weights",
  "unsupervised training of retrievers",
  "reranking with cross-encoders",
];
