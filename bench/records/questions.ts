import { isOn, type FiledPaper } from "./files.ts";

/** What an answer must list: its total, and each row as `label | value`; `rows` left out where rows are no part of what is asked. */
export interface Truth {
  total: number;
  rows?: string[];
  /** Rows that are shown are the first of more. */
  first?: boolean;
}

export interface RecordQuestion {
  question: string;
  truth(papers: readonly FiledPaper[]): Truth;
}

type Test = (paper: FiledPaper) => boolean;

const at =
  (venue: string, year?: number): Test =>
  (paper) =>
    paper.venue === venue && (year === undefined || paper.year === year);
const all =
  (...tests: Test[]): Test =>
  (paper) =>
    tests.every((test) => test(paper));
const submitted: Test = ({ status }) => status !== null;

function listed(rows: string[]): Truth {
  return { total: rows.length, rows };
}

const awards =
  (which: Test, name = /./u) =>
  (papers: readonly FiledPaper[]) =>
    listed(
      papers
        .filter(which)
        .flatMap(({ title, awards: given }) => given.filter((award) => name.test(award)).map((award) => `${title} | ${award}`)),
    );
const titles = (which: Test) => (papers: readonly FiledPaper[]) => listed(papers.filter(which).map(({ title }) => title));
const decided = (status: string, which: Test = () => true) => titles(all(submitted, which, (paper) => paper.status === status));
const rated = (which: Test) => (papers: readonly FiledPaper[]) =>
  listed(
    papers
      .filter(all(submitted, which, (paper) => paper.mean_rating !== null))
      .map((paper) => `${paper.title} | ${paper.mean_rating}`),
  );
const code = (which: Test) => (papers: readonly FiledPaper[]) =>
  listed(papers.filter(which).flatMap(({ title, code: urls }) => urls.map((url) => `${title} | ${url}`)));
const datasets = (which: Test) => (papers: readonly FiledPaper[]) =>
  listed(papers.filter(which).flatMap(({ title, datasets: names }) => [...new Set(names)].map(() => title)));
const count =
  (which: Test) =>
  (papers: readonly FiledPaper[]): Truth => ({ total: papers.filter(which).length });
const mostCited =
  (which: Test) =>
  (papers: readonly FiledPaper[]): Truth => {
    const known = papers.filter(all(which, (paper) => paper.citations !== null)).toSorted((a, b) => b.citations! - a.citations!);
    return {
      total: known.length,
      rows: known.slice(0, 10).map(({ title, citations }) => `${title} | ${citations}`),
      first: true,
    };
  };

function perYear(which: Test): RecordQuestion["truth"] {
  return (papers) => {
    const found = papers.filter(which);
    const years = [...new Set(found.map(({ year }) => year))].sort((a, b) => a - b);
    return { total: found.length, rows: years.map((year) => `${year} | ${found.filter((paper) => paper.year === year).length}`) };
  };
}

function authors(which: Test): RecordQuestion["truth"] {
  return (papers) => {
    const counts = new Map<string, number>();
    for (const paper of papers.filter(which)) {
      for (const name of new Set(paper.authors)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const order = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return { total: counts.size, rows: order.slice(0, 20).map(([name, number]) => `${name} | ${number}`), first: true };
  };
}

const named =
  (title: string): Test =>
  (paper) =>
    paper.title === title;
const question = (text: string, truth: RecordQuestion["truth"]): RecordQuestion => ({ question: text, truth });

/** Questions about the files of the bench: awards, decisions, reviews, retractions, errata, citations, code, data, people, venues, counts. */
export const QUESTIONS: readonly RecordQuestion[] = [
  question("Who won at ACL 2019?", awards(at("ACL", 2019))),
  question("Best papers of ACL 2019", awards(at("ACL", 2019), /best/iu)),
  question("Which papers won outstanding paper awards at ACL 2019?", awards(at("ACL", 2019), /outstanding/iu)),
  question("Who won at NAACL 2019?", awards(at("NAACL", 2019))),
  question("Best paper awards of NAACL 2021", awards(at("NAACL", 2021), /best/iu)),
  question("award-winning papers on machine translation", awards(isOn("machine translation"))),
  question("Which ACL 2020 papers received awards?", awards(at("ACL", 2020))),
  question("award-winning papers on dependency parsing at ACL 2020", awards(all(at("ACL", 2020), isOn("dependency parsing")))),
  question("Which papers were accepted as oral at ICLR 2018?", decided("Oral")),
  question("How many papers were rejected at ICLR 2018?", decided("Reject")),
  question("Rejected papers on adversarial examples at ICLR 2018", decided("Reject", isOn("adversarial examples"))),
  question(
    "Accepted papers on reinforcement learning at ICLR 2018",
    titles(all(submitted, isOn("reinforcement learning"), ({ status }) => status === "Poster" || status === "Oral")),
  ),
  question(
    "Which papers on reinforcement learning were accepted as oral at ICLR 2018?",
    decided("Oral", isOn("reinforcement learning")),
  ),
  question("acceptance rate of ICLR 2018", (papers) => {
    const of = (...statuses: string[]) => papers.filter(({ status }) => statuses.includes(status ?? "")).length;
    const rows = [
      `Accepted | ${of("Poster", "Oral")}`,
      `Accepted for a workshop | ${of("Workshop")}`,
      `Rejected | ${of("Reject")}`,
      `Withdrawn | ${of("Withdraw")}`,
    ];
    return { total: of("Poster", "Oral", "Workshop", "Reject", "Withdraw"), rows };
  }),
  question("What review scores did papers on adversarial examples get at ICLR 2018?", rated(isOn("adversarial examples"))),
  question("Review scores of papers on question answering at ICLR 2018", rated(isOn("question answering"))),
  question('What did reviewers say about "Mixed Precision Training"?', rated(named("Mixed Precision Training"))),
  question("What review scores did papers on meta-learning get at ICLR 2018?", rated(isOn("meta learning"))),
  question(
    "Which papers have been retracted?",
    titles(({ retracted }) => retracted),
  ),
  question("Which papers of ACL 2020 have been retracted?", titles(all(at("ACL", 2020), ({ retracted }) => retracted))),
  question("Which papers on dialogue have been retracted?", titles(all(isOn("dialogue"), ({ retracted }) => retracted))),
  question("Which papers of ACL 2019 have errata?", titles(all(at("ACL", 2019), ({ errata }) => errata > 0))),
  question("most cited papers on reinforcement learning", mostCited(isOn("reinforcement learning"))),
  question("most cited papers of ICLR 2018", mostCited(at("ICLR", 2018))),
  question('How often was "Mixed Precision Training" cited?', mostCited(named("Mixed Precision Training"))),
  question("Which papers on entity linking released code?", code(isOn("entity linking"))),
  question("Papers with code on summarization at ACL 2020", code(all(at("ACL", 2020), isOn("summarization")))),
  question("Papers with code on sarcasm", code(isOn("sarcasm"))),
  question("Papers with code on dependency parsing at NAACL 2019", code(all(at("NAACL", 2019), isOn("dependency parsing")))),
  question(
    "Which papers on named entity recognition provide data sets at ACL 2020?",
    datasets(all(at("ACL", 2020), isOn("named entity recognition"))),
  ),
  question("Which papers on sarcasm provide data sets?", datasets(isOn("sarcasm"))),
  question("Who works on sarcasm?", authors(isOn("sarcasm"))),
  question("Who has published on coreference resolution?", authors(isOn("coreference resolution"))),
  question('Who wrote "Mixed Precision Training"?', (papers) => listed(papers.find(named("Mixed Precision Training"))!.authors)),
  question('Where was "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding" published?', () =>
    listed(["BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding | NAACL 2019"]),
  ),
  question("How many papers appeared at ACL 2019?", count(at("ACL", 2019))),
  question(
    "How many papers on machine translation were published at ACL 2020?",
    count(all(at("ACL", 2020), isOn("machine translation"))),
  ),
  question("How many papers on sarcasm are there?", count(isOn("sarcasm"))),
  question("How many papers on summarization were published per year?", perYear(isOn("summarization"))),
  question(
    "How many papers on reinforcement learning since 2019 are there?",
    count(all(({ year }) => year >= 2019, isOn("reinforcement learning"))),
  ),
];
