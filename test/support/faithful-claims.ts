/** Claims as a faithful model words them: each with the words of the sample's abstracts that it rests on. */
export const FAITHFUL: readonly { text: string; quotes: readonly string[] }[] = [
  {
    text: "Dense retrieval falls well behind BM25 on simple questions about entities, and generalises only to frequent ones unless it has seen the form of the question in training.",
    quotes: [
      "dense retrieval trails sparse retrieval such as BM25 by a wide margin",
      "dense retrievers generalise only to frequent entities",
    ],
  },
  {
    text: "It also loses where it was not trained on the data: multilingual DPR is far less effective than BM25, and on BEIR dense models often fall behind while BM25 is a robust baseline.",
    quotes: [
      "Multilingual DPR without training is far less effective than BM25",
      "dense and sparse neural retrievers are cheaper and often fall behind",
      "BM25 proves a robust baseline",
    ],
  },
  {
    text: "With low-dimensional vectors its quality drops faster than that of BM25 as the index grows.",
    quotes: ["dense retrieval with low-dimensional vectors loses quality faster than sparse retrieval such as BM25"],
  },
  {
    text: "Not every test agrees: on LitSearch dense retrieval clearly beats BM25, by 24.8 points of recall@5.",
    quotes: ["dense retrieval wins clearly over BM25", "BM25 is 24.8 points of recall@5 behind the best dense retrievers"],
  },
  {
    text: "What helps is combining the two, since hybrids improve on BM25 alone, and a more robust passage encoder with specialised question encoders, whereas more training data does not.",
    quotes: [
      "hybrids of BM25 and dense retrieval improve on BM25 alone",
      "A hybrid with BM25 surpasses both and often competes",
      "a more robust passage encoder, combined with specialised question encoders",
    ],
  },
  {
    text: "Given enough resources, long-context models are better on average, but retrieval is much cheaper.",
    quotes: ["long-context models are on average better than retrieval-augmented generation throughout"],
  },
  {
    text: "The evidence is divided: LongRAG, a retrieval system, exceeds long-context models by up to 6.94% on three multi-hop datasets.",
    quotes: ["LongRAG exceeds long-context models by up to 6.94%"],
  },
  {
    text: "A middle way called Self-Route lets the model decide whether the retrieved passages suffice, and comes close to the accuracy of long context at a much lower cost.",
    quotes: [
      "the model judges for itself whether the retrieved passages suffice",
      "Self-Route comes close to the accuracy of long context",
    ],
  },
  {
    text: "Long inputs have a weakness of their own, as attention favours tokens at either end; calibrating it away improves retrieval-augmented generation by up to 10 points.",
    quotes: [
      "tokens at either end draw more of it, relevant or not",
      "retrieval-augmented generation improves over various tasks, by up to 10 percentage points",
    ],
  },
  {
    text: "One way needs nothing but the model itself: several sampled answers agree where it knows a thing and diverge where it invents.",
    quotes: ["several sampled answers agree where the model knows a thing"],
  },
  {
    text: "Another looks at attention: a linear classifier on how much the model looks back at the passage is as good as detectors that use all hidden states.",
    quotes: [
      "is as good as detectors that use all hidden states or an entailment model",
      "how much the model looks back at the passage",
    ],
  },
  {
    text: "Small models fine-tuned for the purpose reach or exceed GPT-4: one trained on RAGTruth detects hallucinations about as well as GPT-4 prompts, and FAVA does significantly better.",
    quotes: [
      "A fairly small model fine-tuned on RAGTruth detects hallucinations about as well as prompts to GPT-4",
      "detects them significantly better than ChatGPT and GPT-4 do",
    ],
  },
];
