/* The same claim the other way round, in words: what papers that contradict it would say. */

const TURNED: readonly (readonly [from: string, to: string])[] = [
  ["increase", "decrease"],
  ["increases", "decreases"],
  ["increased", "decreased"],
  ["increasing", "decreasing"],
  ["reduce", "increase"],
  ["reduces", "increases"],
  ["reduced", "increased"],
  ["reducing", "increasing"],
  ["reduction", "increase"],
  ["lower", "higher"],
  ["lowers", "raises"],
  ["lowest", "highest"],
  ["raise", "lower"],
  ["raises", "lowers"],
  ["more", "less"],
  ["fewer", "more"],
  ["greater", "smaller"],
  ["larger", "smaller"],
  ["longer", "shorter"],
  ["faster", "slower"],
  ["stronger", "weaker"],
  ["better", "worse"],
  ["improve", "worsen"],
  ["improves", "worsens"],
  ["improved", "worsened"],
  ["improving", "worsening"],
  ["helps", "hurts"],
  ["help", "hurt"],
  ["enhance", "impair"],
  ["enhances", "impairs"],
  ["enhanced", "impaired"],
  ["degrade", "improve"],
  ["degrades", "improves"],
  ["boost", "degrade"],
  ["boosts", "degrades"],
  ["outperform", "underperform"],
  ["outperforms", "underperforms"],
  ["superior", "inferior"],
  ["benefits", "harms"],
  ["promote", "inhibit"],
  ["promotes", "inhibits"],
  ["encourages", "inhibits"],
  ["encourage", "inhibit"],
  ["stimulates", "inhibits"],
  ["induces", "prevents"],
  ["induce", "prevent"],
  ["induced", "prevented"],
  ["activates", "inhibits"],
  ["activate", "inhibit"],
  ["activated", "inhibited"],
  ["activation", "inhibition"],
  ["causes", "prevents"],
  ["cause", "prevent"],
  ["upregulates", "downregulates"],
  ["upregulation", "downregulation"],
  ["accelerates", "slows"],
  ["exacerbates", "alleviates"],
  ["protects", "harms"],
  ["high", "low"],
  ["positive", "negative"],
  ["early", "late"],
  ["presence", "absence"],
  ["effective", "ineffective"],
  ["sufficient", "insufficient"],
  ["reliable", "unreliable"],
  ["robust", "brittle"],
  ["sensitive", "resistant"],
  ["susceptible", "resistant"],
  ["beneficial", "harmful"],
  ["associated", "unrelated"],
  ["essential", "dispensable"],
  ["necessary", "unnecessary"],
  ["required", "dispensable"],
  ["requires", "does not require"],
  ["dependent", "independent"],
];

const OPPOSITE = new Map<string, string>(TURNED.flatMap(([from, to]) => [[from, to] as const]));
for (const [from, to] of TURNED) if (!OPPOSITE.has(to)) OPPOSITE.set(to, from);

const DENIAL =
  /\b(?:do|does|did)\s+not\s+|\b(?<verb>is|are|was|were|can|could|has|have|may|will)\s+not\b|\b(?<short>can)not\b|\bfails?\s+to\s+|\bno\s+(?=\w)|\b(?:not)\s+/iu;
const AUXILIARY = /\b(?:is|are|was|were|can|could|has|have|may|will|does|do|did|should|must)\b(?!\s+not\b)/iu;

/**
 * A claim or question turned round: `reversed` puts the opposite in place of its first word of direction (“increases”: “decreases”), or
 * equals `denied` where it has none; `denied` takes its denial away, or adds one.
 */
export function oppositesOf(claim: string): { reversed: string; denied: string } {
  const bare = claim.trim().replace(/[?.!]+$/u, "");
  const denied = deniedForm(bare);
  let found = false;
  const reversed = bare.replace(/\p{L}+/gu, (word) => {
    const other = found ? undefined : OPPOSITE.get(word.toLowerCase());
    if (other === undefined) return word;
    found = true;
    return other;
  });
  return { reversed: found ? reversed : denied, denied };
}

function deniedForm(claim: string): string {
  const denial = DENIAL.exec(claim);
  if (denial)
    return claim
      .replace(DENIAL, denial.groups?.verb ?? (denial.groups?.short ? "can" : ""))
      .replace(/\s+/gu, " ")
      .trim();
  const auxiliary = AUXILIARY.exec(claim);
  if (auxiliary)
    return `${claim.slice(0, auxiliary.index + auxiliary[0].length)} not${claim.slice(auxiliary.index + auxiliary[0].length)}`;
  return `There is no evidence that ${claim}`;
}
