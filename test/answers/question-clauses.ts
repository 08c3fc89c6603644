/*
 * Questions of several clauses, as people type them to a colleague, and searches that name no question word: their kind, and of a comparison its sides.
 */

export const QUESTIONS_OF_CLAUSES: [question: string, kind: string, sides?: [string, string]][] = [
  [
    "In text VAEs with autoregressive decoders, why does the KL term still vanish under annealing or free bits, and how much of that is due to decoder capacity rather than inference-network lag?",
    "what_is",
  ],
  [
    "In federated fine-tuning of language models with non-IID clients, which Byzantine-robust aggregation defences fail against backdoor poisoning, and at what cost in clean accuracy?",
    "state_limits",
  ],
  [
    "a fact-checking newsroom asked us to triage tweets in Hindi and Bengali and we can afford to label a few hundred at most – how do others bootstrap a check-worthiness classifier from so little?",
    "how_done",
  ],
  [
    "We'd like a synthetic voice that sounds like a particular narrator but have maybe an hour of clean audiobook speech, so how much data do synthesis systems need before the result sounds natural?",
    "how_much",
  ],
  [
    "Why do encoder-decoder models trained from scratch tend to acquire linear rather than hierarchical rules from ambiguous data, and what roles do pretraining, depth and training duration play?",
    "what_is",
  ],
  [
    "I only have a few thousand labelled Bangla comments for emotion tagging. Is it worth building a lexicon and feeding it in alongside BERT, or does the transformer already capture all that?",
    "readiness",
  ],
  ["clinical notes from doctor-patient conversations – ready for hospitals?", "readiness"],
  [
    "Our XLM-R model only ever sees French and most of its size is the embedding table. How far can we cut the vocabulary before accuracy suffers?",
    "how_much",
  ],
  [
    "patients keep telling us our leaflets are hard to read even after we shortened all the sentences, so why doesn't that help – is it the terminology?",
    "what_is",
  ],
  [
    "I volunteer for a small regional language close to Spanish with hardly any parallel text. What tools and data could get us to a usable translator – rule-based ones like Apertium, pretrained multilingual models, something else?",
    "which_exist",
  ],
  ["Hindi-English code-mixed parallel data, social media", "which_exist"],
  [
    "Our moderators don't trust a bare true/false score, so we want to show an LLM-written justification next to it. Do such explanations actually help people judge claims, or do they just sound convincing?",
    "does_it",
  ],
  [
    "By how much do captioning and vision-language models degrade on held-out attribute-noun and verb-object pairs relative to in-distribution evaluation, and do ranking objectives or hard negatives close the gap?",
    "how_much",
  ],
  ["What kinds of mistakes do neural models make when inflecting words in under-resourced languages?", "state_limits"],
  ["What kinds of claims break automatic fact-checking systems?", "state_limits"],
  ["domain adaptation without labeled target data open problems", "state_limits"],
  ["statistical MT trained on parliament proceedings fails on medical text", "state_limits"],
  ["solving arithmetic word problems", "which_exist"],
  ["How vulnerable are code search engines to poisoned training data?", "how_well"],
  ["How do heuristics for extracting phrase pairs compare in their effect on BLEU?", "how_well"],
  ["English Manipuri machine translation quality", "how_well"],
  ["papers on translation quality", "which_exist"],
  ["Stanza vs UDPipe vs spaCy for small treebanks", "comparison", ["Stanza", "UDPipe vs spaCy"]],
  [
    "Our quality team rates phone agents on empathy and politeness and nobody agrees with anybody. Why is agreement on such labels so low – are the guidelines at fault, or is it simply subjective?",
    "what_is",
  ],
  [
    "Users ask our bot questions that need facts from several pages. Should we split the question into sub-questions first, or just retrieve more passages and let the model sort it out?",
    "comparison",
    ["split the question into sub-questions first", "retrieve more passages"],
  ],
  [
    "We fine-tuned a small model on multiple-choice law questions and it barely beats guessing. Are there known limits for small models on legal reasoning, or did we do something wrong?",
    "state_limits",
  ],
  ["value-based vs policy-gradient RL for dialogue policies", "comparison", ["value-based", "policy-gradient RL"]],
  [
    "Which prompting or retrieval methods jointly exploit parametric memory, knowledge-graph triples and text passages for multi-hop QA without a long chain of repeated LLM calls?",
    "which_exist",
  ],
  ["problems with MUC-4 and ACE as event extraction benchmarks", "state_limits"],
  [
    "Search on our intranet returns far too many hits and people give up. How can we personalise the ranking when all we have is a handful of documents each user has saved?",
    "how_done",
  ],
  ["evidence that splitting words into morphemes helps MT for agglutinative languages such as Tamil", "does_it"],
  [
    "Two or three people often talk to our booking assistant at once and it mixes up who wants what. Where do current dialogue state trackers break in multi-party chats, and has anyone measured it?",
    "state_limits",
  ],
  ["accuracy drop of AI-text detectors on unseen generators and domains", "how_much"],
  [
    "half our reviewers are new or anonymous, so the per-user embeddings in our rating model are useless for them. how do people handle cold-start users in review sentiment models?",
    "how_done",
  ],
  [
    "How should a recording script be selected so that diphone and triphone coverage is maximised under a fixed recording-time budget, and does matching the natural unit distribution matter for the resulting voice?",
    "how_done",
  ],
  [
    "For parameter sharing in massively multilingual NMT, does grouping languages by learned similarity (language embeddings, gradient statistics) outperform genealogical grouping, particularly for low-resource directions?",
    "comparison",
    ["grouping languages by learned similarity", "genealogical grouping"],
  ],
  [
    "We're collecting German replies that push back on hate speech and almost nothing we sample is relevant – is it worth pre-filtering with a classifier trained on English, or will the bias it adds hurt us?",
    "does_it",
  ],
  [
    "I'm designing a research assistant that should surface things users wouldn't think to ask about. Are LLM-written reports with citations reliable enough to ship, or is this still demo territory?",
    "readiness",
  ],
  [
    "It's weird: the model gets the hard question right but fumbles the simple facts the answer depends on. Why does that happen, is it memorisation or something else?",
    "what_is",
  ],
  [
    "Our language school wants to turn any news article into cloze and multiple-choice exercises. Is automatic generation good enough by now to hand to learners without a teacher checking every item?",
    "readiness",
  ],
  [
    "How can one establish, layer by layer, whether self-supervised speech encoders such as wav2vec 2.0 or XLS-R retain channel and speaker information versus phonetic content, preferably without training a supervised probe?",
    "how_done",
  ],
  ["precision of association measures (PMI, log-likelihood, t-score) for extracting collocations for learners", "how_much"],
  [
    "Every poem I get out of a language model sounds the same: right rhyme, bland words. Is that down to the training objective or the decoding, and what have people tried to make it more original?",
    "what_is",
  ],
  [
    "Our company wants automatic minutes from recorded meetings, and legal won't let audio or transcripts leave our servers. Are self-hosted open models good enough for this yet, or will people notice the mistakes?",
    "readiness",
  ],
  [
    "Retrained word2vec on the same corpus with a different seed and the nearest neighbours changed a lot. Why does that happen, and can I still draw conclusions about word meaning from it?",
    "what_is",
  ],
  [
    "By how much do refusal rates of aligned chat models vary with the stated demographic or political identity of the user when the request itself is held constant?",
    "how_much",
  ],
  [
    "We're thinking of training our booking bot with reinforcement learning against an LLM pretending to be the customer. Does a policy learned that way hold up with real people?",
    "does_it",
  ],
  [
    "Once contextualized encoders are used, do transition-based and graph-based dependency parsers still show distinct error profiles with respect to arc length and distance to root?",
    "does_it",
  ],
  ["why LLMs favor option A in multiple-choice questions", "what_is"],
  ["derivational morphology resources (word families, suffix semantics) for languages besides English", "which_exist"],
  [
    "Thinking of asking volunteers to donate their WhatsApp chats for a language study. What problems did earlier collections of private messages hit with consent, anonymisation and who actually takes part?",
    "state_limits",
  ],
  [
    "I'm prototyping a debate coach that suggests counterarguments and related issues a student hasn't considered. What resources of arguments or topics are there to build on?",
    "which_exist",
  ],
  [
    "I'm trying to get an LLM to turn textbook theorems into Lean or Isabelle and half the output doesn't type-check – what usually goes wrong, and does feeding the prover's errors back actually fix it?",
    "state_limits",
  ],
  [
    "Does imposing mined logical rules as soft constraints on document-level relation extractors still improve results on Re-DocRED once false-negative annotations have been corrected?",
    "does_it",
  ],
  [
    "Under which conditions do instruction-tuned models fail to prioritize system messages over conflicting user turns or injected tool outputs, and does training on explicit privilege levels generalize to unseen attacks?",
    "state_limits",
  ],
  [
    "Say I project entity labels from English through parallel text onto a language we have no annotators for, how good does the resulting tagger get compared with one trained on, like, a few hundred hand-labelled sentences?",
    "how_well",
  ],
  [
    "We translate scanned brochures with multi-column layouts; OCR first and then MT gives us scrambled sentences. Should we invest in a better reading-order step, or go straight to an end-to-end image translation model?",
    "comparison",
    ["invest in a better reading-order step", "end-to-end image translation model"],
  ],
  [
    "Our support ticket categories were assigned by agents in a hurry and I'd guess one in five is wrong. How can I train a decent classifier on that without relabelling everything?",
    "how_done",
  ],
  [
    "We're making a pronunciation app for adult English learners and testers say it marks correct sounds as wrong. What false alarm rates do current mispronunciation detectors reach, roughly?",
    "how_much",
  ],
  [
    "We record university lectures and live-caption them, but the technical terms come out garbled – does feeding the slides to the recognizer help, or do we need to fine-tune on each course?",
    "does_it",
  ],
  [
    "Moderation lead here. Our toxicity model looks fair when we check gender and race one at a time, but users keep complaining about wrongful flags. What do single-group audits miss, and are intersectional checks practical with so few labels?",
    "state_limits",
  ],
  [
    "For discontinuous and nested entities in clinical text, how do span-based, grid-tagging and generative set-prediction formulations compare in F1 and inference latency?",
    "comparison",
    ["span-based, grid-tagging", "generative set-prediction formulations"],
  ],
  [
    "I teach corpus linguistics to students who can't program and I'd like one toolbox that does tagging, lemmas, keyword extraction and similarity – what has been built along those lines?",
    "which_exist",
  ],
  [
    "We have thousands of support tickets and a pile of example summaries, but they don't belong together. How can one train an abstractive summarizer without matched pairs?",
    "how_done",
  ],
  ["limits of hand-written semantic grammars for information extraction in new domains", "state_limits"],
  [
    "I have to build intent detection and slot filling for people who speak in dialect, and the standard-language data doesn't cut it. What data sets are out there for dialects or really small languages, ideally with slot annotations?",
    "which_exist",
  ],
  ["evidence that dictionary definitions help disambiguate rare word senses", "does_it"],
  [
    "Before we share student essays with researchers we have to strip names, places and so on. How many identifying details do automatic tools miss in free, messy text like that, compared with medical notes?",
    "how_much",
  ],
  [
    "I'm a historian with a digitized newspaper archive and would like to see which themes rise and fall together and which push each other out. What methods are there beyond plotting plain topic model proportions over time?",
    "which_exist",
  ],
  [
    "We're a hospital analytics team sitting on ten years of free-text discharge notes. Is clinical text mining good enough by now to pull out diagnoses and medications automatically, or do we still need chart reviewers checking everything?",
    "readiness",
  ],
  [
    "Our translation model is too slow for the mobile app and I have one month to fix it. Should I go for early exiting / adaptive depth, or just distill into a deep encoder with a one-layer decoder?",
    "comparison",
    ["early exiting / adaptive depth", "distill into a deep encoder"],
  ],
  ["hate speech without slurs or profanity – is automatic detection ready for production?", "readiness"],
  ["why BLEU and SARI don't agree with human ratings of simplified text", "what_is"],
  [
    "Calling GPT-4 for every text-to-SQL query is too expensive for us, and our schemas are pretty odd. Should we fine-tune a 7B model on synthetic question-query pairs, or stay with prompting and better schema retrieval?",
    "comparison",
    ["fine-tune a 7B model on synthetic question-query pairs", "prompting and better schema retrieval"],
  ],
  [
    "Our docs group has a big translation memory and management now wants machine translation on top. Do we feed the fuzzy matches into the MT engine, or keep two systems side by side and switch at some match score?",
    "comparison",
    ["feed the fuzzy matches into the MT engine", "keep two systems side by side and switch"],
  ],
  [
    "I was asked to route Arabic support messages to agents by country, but the published scores I've seen look awful. Is country-level dialect identification usable in production yet, or should we stick to broad regions like Gulf and Levantine?",
    "readiness",
  ],
  [
    "Which acoustic and articulatory measures discriminate hypokinetic dysarthria in early Parkinson's disease from healthy ageing, and how robust are they across languages and recording tasks?",
    "which_exist",
  ],
  ["How badly do parsers break down on languages that they never saw?", "how_well"],
  ["number of annotated sentences needed for a usable tagger", "how_much"],
  ["handwriting recognition of old letters – current accuracy", "how_much"],
  ["syllable embeddings, any gain over characters?", "does_it"],
  ["BERT vs. LSTM for text classification with little data", "comparison", ["BERT", "LSTM"]],
  ["Generative or extractive approach to event argument extraction?", "comparison", ["Generative", "extractive"]],
  ["Fine-tuning vs. in-context learning, which is better?", "comparison", ["Fine-tuning", "in-context learning"]],
  [
    "Do adapters work better in low-resource settings than in high-resource settings?",
    "comparison",
    ["low-resource settings", "high-resource settings"],
  ],
  [
    "Do word embeddings capture hypernymy in hyperbolic space better than in Euclidean space?",
    "comparison",
    ["hyperbolic space", "Euclidean space"],
  ],
  ["What works against catastrophic forgetting?", "how_done"],
  ["What works on sarcasm detection use multimodal data?", "which_exist"],
  ["Tweets break our parser, what do people do for parsing noisy text?", "how_done"],
  ["We label by majority vote, is there a better way to train with disagreement kept in?", "how_done"],
  ["How far can language models get in theory of mind?", "how_well"],
  [
    "Our users write in a mix of Hindi and English, so should we generate synthetic code-switched data or just use a multilingual model?",
    "comparison",
    ["generate synthetic code-switched data", "multilingual model"],
  ],
  ["Our corpora are small and specialized, would adding general data help lexicon induction?", "does_it"],
  ["Our index no longer fits in memory, by how much can vectors be compressed?", "how_much"],
  ["We clean a noisy parallel corpus, which filtering method gives the best translations?", "how_well"],
  ["Our filter misses veiled insults and coded language, what helps?", "how_done"],
  ["What compression ratios are reached by pruning and weight sharing?", "how_much"],
  ["multi-turn jailbreak attack success rates on aligned LLMs", "how_well"],
  ["Which pooling strategy produces the best sentence embeddings?", "how_well"],
  ["Which corpora are most used for parsing?", "which_exist"],
  ["RNN, CNN or Transformer for English-Hindi translation?", "how_well"],
  ["Knowledge graphs or language models as the source of facts?", "comparison", ["Knowledge graphs", "language models"]],
  ["How readable and factual are generated lay summaries?", "how_well"],
  ["What stands in the way of localizing software into small languages?", "state_limits"],
  ["Which linguistic phenomena are hardest for parsers?", "state_limits"],
  ["What problems remain in multimodal dialogue?", "state_limits"],
  ["DUSP4 increases apoptosis.", "does_it"],
  ["Glial calcium waves influence seizures.", "does_it"],
  ["Blocking the interaction between TDP-43 and its partners prevents neuronal loss.", "does_it"],
  ["Cost effectiveness evaluations based on cRCT data lack external validity.", "does_it"],
  ["Datasets for sentiment analysis in Finnish.", "which_exist"],
  ["Research on agents that play games.", "which_exist"],
  // What is searched for, and then asked, without a question mark.
  ["detecting semantic change of words over time, what's the usual procedure", "how_done"],
  ["gender bias in word embeddings and LLMs, why is debiasing only superficial", "what_is"],
  ["stance detection on social media, how well does it transfer to unseen topics", "how_well"],
  ["sign language translation - any usable public model or dataset?", "artifact"],
  // Examples named with “or”, and what is to be had, are not held against each other.
  ["What has been tried for code-mixed text, e.g. Hindi-English or Bengali-English tagging?", "which_exist"],
  ["Arabic T5 or BERT style models available for download?", "which_exist"],
  ["learned sparse or dense retrieval when only a CPU is available", "comparison", ["learned sparse", "dense retrieval"]],
  [
    "fine-tuning a small model vs few-shot prompting a big one for classification",
    "comparison",
    ["fine-tuning a small model", "few-shot prompting"],
  ],
  [
    "Should I use a large model such as GPT-4 or a fine-tuned BERT for classification?",
    "comparison",
    ["large model such as GPT-4", "fine-tuned BERT"],
  ],
  ["spaCy or Stanza: which one is easier to use?", "comparison", ["spaCy", "Stanza"]],
  [
    "Does training on a large corpus work better than on a small one?",
    "comparison",
    ["training on a large corpus", "on a small one"],
  ],
  ["List benchmarks on reasoning, what are their sizes", "which_exist"],
  [
    "Is it better to fine-tune a multilingual model or train a monolingual one from scratch?",
    "comparison",
    ["fine-tune a multilingual model", "train a monolingual one"],
  ],
  ["Could you suggest a thorough comparative analysis or review of transformer architectures in text ranking?", "which_exist"],
  ["Should we use surveys or interviews to elicit preferences?", "comparison", ["surveys", "interviews to elicit preferences"]],
  ["Name disambiguation in citations, how is it done", "how_done"],
  ["Is speech translation better cascaded or end-to-end?", "comparison", ["cascaded", "end-to-end"]],
];
