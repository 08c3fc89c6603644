import { describe, expect, it } from "vitest";
import { readQuestion } from "../../src/answers/question/read.ts";
import { askedGain } from "../../src/answers/stance/asked-gain.ts";
import { statedGain } from "../../src/answers/stance/stated-gain.ts";

const read = (question: string) => readQuestion(question, { today: "2026-01-01" });
const stated = (question: string, sentence: string, title = "A study") => statedGain(question, read(question), sentence, title);

const BACK = "Does back-translation improve low-resource translation?";
const SMOOTH = "Does label smoothing improve calibration?";
const AUGMENT = "Does data augmentation help intent classification?";
const TRANSFER = "Does multilingual training hurt high-resource languages?";
const RETRIEVAL = "Does retrieval augmentation reduce hallucination?";
const ADAPTERS = "Do adapters increase training speed?";

describe("a sentence that states the effect asked about is a yes", () => {
  it.each([
    [BACK, "Back-translation improves low-resource translation by 3.2 BLEU over the baseline."],
    [BACK, "We find that back-translation leads to better low-resource translation in all six pairs."],
    [BACK, "Our experiments show that back-translation can improve low-resource translation considerably."],
    [BACK, "In all six directions low-resource translation benefits from back-translation."],
    [SMOOTH, "Label smoothing yields consistent gains in calibration."],
    [SMOOTH, "Label smoothing is beneficial for calibration."],
    [SMOOTH, "Label smoothing lowers the calibration error on all three benchmarks."],
    [SMOOTH, "The calibration of all models is improved by label smoothing."],
    [AUGMENT, "Data augmentation helps intent classification on every data set that we tried."],
    [AUGMENT, "Data augmentation achieves state-of-the-art results in intent classification."],
    [TRANSFER, "Multilingual training degrades the performance on high-resource languages."],
    [TRANSFER, "Our results show that multilingual training hurts high-resource languages."],
    [RETRIEVAL, "Retrieval augmentation cuts the share of hallucinated statements by half."],
    [RETRIEVAL, "Retrieval augmentation substantially reduces hallucination."],
    [ADAPTERS, "We observe that adapters increase the training speed by 60%."],
    [
      "Does label smoothing improve translation?",
      "With label smoothing, we find that translation improves because label smoothing regularizes the decoder.",
    ],
    [
      "Does label smoothing improve translation?",
      "Our results show that label smoothing helps: translation improves after label smoothing.",
    ],
    ["Is intent classification improved by data augmentation?", "Data augmentation improves intent classification."],
    ["Does intent classification benefit from data augmentation?", "Data augmentation boosts intent classification by 4 points."],
  ])("%s %s", (question, sentence) => {
    expect(stated(question, sentence)).toBe("supports");
  });

  it("is none where what is asked about is itself what gains", () => {
    const improved = "SmoothPlus improves label smoothing by two points of calibration, label smoothing being the baseline.";
    expect(stated(SMOOTH, improved)).toBe("none");
    expect(
      stated(SMOOTH, "LoT enhances label smoothing's calibration by 4.35%, improves label smoothing with noise by 5%."),
    ).toBe("none");
  });

  it.each([
    ["Experiments show that our approach outperforms strong baselines.", "Data Augmentation for Intent Classification"],
    ["AugInt consistently outperforms the baselines on three data sets.", "Intent Classification with Data Augmentation"],
    ["The proposed method improves accuracy by 2.1 points.", "Data Augmentation for Intent Classification"],
  ])("also of the paper's own method, where the title names what is asked about: %s", (sentence, title) => {
    expect(stated(AUGMENT, sentence, title)).toBe("supports");
    expect(stated(AUGMENT, sentence)).toBe("none");
  });
});

describe("a sentence that states that there is none, or the opposite, is a no", () => {
  it.each([
    [BACK, "In our experiments back-translation brings no gain over the low-resource translation baseline."],
    [BACK, "We find that back-translation does not improve low-resource translation."],
    [BACK, "Back-translation degrades low-resource translation by 1.4 BLEU."],
    [SMOOTH, "Label smoothing fails to improve calibration under distribution shift."],
    [SMOOTH, "Label smoothing hurts calibration."],
    [SMOOTH, "Our results show that label smoothing leads to no improvement in calibration."],
    [SMOOTH, "We observe no improvement of calibration with label smoothing."],
    [SMOOTH, "Label smoothing is detrimental to calibration."],
    [AUGMENT, "Data augmentation does not help intent classification."],
    [AUGMENT, "We show that data augmentation underperforms the plain intent classification model."],
    [AUGMENT, "Data augmentation is outperformed by simple oversampling in intent classification."],
    [TRANSFER, "Multilingual training does not hurt high-resource languages."],
    [TRANSFER, "Multilingual training improves the performance on high-resource languages by 2 points."],
    [RETRIEVAL, "Retrieval augmentation does not reduce hallucination."],
    [RETRIEVAL, "We find that retrieval augmentation increases hallucination by 8%."],
  ])("%s %s", (question, sentence) => {
    expect(stated(question, sentence)).toBe("against");
  });
});

describe("a sentence that states neither is not counted", () => {
  it.each([
    ["hedged", BACK, "Back-translation may improve low-resource translation."],
    ["hedged", BACK, "Back-translation could potentially improve low-resource translation."],
    ["under a condition", BACK, "Back-translation improves low-resource translation if the monolingual data are clean."],
    ["in part", BACK, "Back-translation improves low-resource translation only into English."],
    ["both ways", SMOOTH, "Label smoothing improves calibration but hurts distillation."],
    ["both ways", SMOOTH, "Label smoothing improves calibration at the cost of accuracy."],
    ["announced", BACK, "We aim to improve low-resource translation with back-translation."],
    ["announced", BACK, "To improve low-resource translation, we apply back-translation."],
    ["announced", AUGMENT, "In this paper, we propose data augmentation that helps intent classification."],
    ["others' claim", BACK, "Previous work has shown that back-translation improves low-resource translation."],
    ["others' claim", BACK, "Back-translation is widely known to improve low-resource translation."],
    ["a question", BACK, "Does back-translation improve low-resource translation?"],
    ["a question", BACK, "We investigate whether back-translation improves low-resource translation."],
    ["of something else", SMOOTH, "Label smoothing improves translation by two points."],
    ["of something else", BACK, "Back-translation improves high-resource translation."],
    ["of something else", SMOOTH, "Label smoothing improves the training speed of calibration networks."],
    ["by something else", BACK, "Pivoting improves low-resource translation by 3.2 BLEU."],
    ["the baseline", BACK, "Our method outperforms back-translation in low-resource translation by 2 BLEU."],
    ["the baseline", AUGMENT, "Compared to data augmentation, retrieval improves intent classification by 4 points."],
    ["the baseline", AUGMENT, "Without data augmentation our model improves intent classification by 4 points."],
    ["no loss is no gain", SMOOTH, "Label smoothing does not hurt calibration."],
    ["in passing", RETRIEVAL, "We revisit retrieval augmentation, which reduces hallucination."],
    ["nothing stated", BACK, "Back-translation is a common way to make data for low-resource translation."],
  ])("%s: %s %s", (_, question, sentence) => {
    expect(stated(question, sentence)).toBe("none");
  });

  it.each([
    [SMOOTH, "We find that removing label smoothing hurts calibration."],
    [SMOOTH, "Calibration improves in the absence of label smoothing."],
    [RETRIEVAL, "Retrieval augmentation improves the mitigation of hallucination."],
    [TRANSFER, "Multilingual training fails to improve high-resource languages."],
    ["Does quantization accelerate inference?", "Quantization reduces inference latency by 40%."],
    ["Data augmentation does not improve translation.", "Data augmentation improves translation by two points."],
    ["Does back-translation always improve low-resource translation?", "Back-translation improves low-resource translation."],
  ])("nor what is said of its absence, of another measure or of a wider claim: %s %s", (question, sentence) => {
    expect(stated(question, sentence)).toBe("none");
  });

  it("nor is the paper's own method where the title sets it against what is asked about", () => {
    const gain = "Experiments show that our approach outperforms strong baselines.";
    expect(stated(AUGMENT, gain, "Beyond Data Augmentation: Retrieval for Intent Classification")).toBe("none");
  });

  it("nor does a loss of the paper's own method tell a no", () => {
    expect(stated(AUGMENT, "Our method degrades accuracy.", "Data Augmentation for Intent Classification")).toBe("none");
  });

  it("a setting that is asked for must be named", () => {
    const question = "Does back-translation still help translation when the parallel corpus is large?";
    expect(stated(question, "Back-translation helps translation by 2 BLEU.")).toBe("none");
    expect(stated(question, "With a large parallel corpus, back-translation helps translation by 2 BLEU.")).toBe("supports");
  });
});

describe("what is asked", () => {
  const parts = (question: string) => {
    const asked = askedGain(question, read(question));
    return asked && [asked.means, asked.object].map((terms) => terms.map(({ text }) => text).join(", "));
  };

  it.each([
    [BACK, ["back-translation", "low-resource translation"]],
    ["Is dropout harmful for calibration?", ["dropout", "calibration"]],
    ["Does parsing benefit from dropout?", ["dropout", "parsing"]],
    ["Can eye-tracking data improve sarcasm detection?", ["eye-tracking data", "sarcasm detection"]],
  ])("%s", (question, expected) => {
    expect(parts(question)).toEqual(expected);
  });

  it.each([
    "How well does dropout work?",
    "Does dropout improve parsing or tagging?",
    "Does dropout help only large models?",
    "Are attention weights faithful explanations?",
    "Does dropout influence parsing?",
    "Does BM25 outperform dense retrieval?",
  ])("is not split: %s", (question) => {
    expect(parts(question)).toBeNull();
  });
});
