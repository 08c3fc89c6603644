import { rule, type KindRule } from "./kind-rule.ts";

const BUILDERS =
  "(?:(?:an?|the|our|my|your)\\s+)?(?:(?:small|large|big|new|young|medium-sized|public|private|local)\\s+)?(?:i|we|you|one|startups?|compan(?:y|ies)|teams?|organi[sz]ations?|hospitals?|firms?|business(?:es)?|product|engineers)";

/** Questions whether research is ready to be built on. */
export const READINESS: readonly KindRule[] = [
  [
    "readiness",
    rule("\\b(?:production|market|deployment|clinical|enterprise)[- ]read(?:y|iness)\\b|\\btechnology\\s+readiness\\b"),
  ],
  ["readiness", rule("\\b(?:build|adopt|buy|invest|deploy)\\s+or\\s+(?:wait|buy|build)\\b")],
  [
    "readiness",
    rule(
      `^should\\s+(?:${BUILDERS})\\s+(?:really\\s+|already\\s+|now\\s+)?(?:adopt|build|invest(?:\\s+in)?|deploy|use|ship|rely\\s+on|bet\\s+on|switch\\s+to|migrate\\s+to|put|integrate|trust|start|wait)\\b(?:\\s+(?:a|an|the)\\b)?`,
    ),
  ],
  [
    "readiness",
    rule(
      `^(?:can|could|may)\\s+(?:${BUILDERS})\\s+(?:already\\s+|now\\s+|safely\\s+)*(?:(?:build|ship|deploy|launch|bet\\s+on|rely\\s+on)\\b(?:\\s+(?:a|an|the)\\s+(?:product|business|service|startup)\\s+(?:on|with|from|around))?|put(?=.*\\bproduction\\b))`,
    ),
  ],
  ["readiness", rule(`^(?:can|could)\\s+(?:${BUILDERS})\\s+already\\s+(?:use|adopt)\\b`)],
  [
    "readiness",
    rule(
      "^(?!(?:is|are)\\s+there\\s+(?:(?:an?|any|some|free|open|small|good|usable)\\s+)*ready(?!\\s+(?:for|to\\s+(?!use\\s+\\p{L})|yet|now)\\b)[-\\s])(?:is|are|does\\s+(?:anyone|anybody)|has\\s+(?:anyone|anybody))\\b(?=.*\\b(?:ready|mature|worth\\s+(?:building|adopting|investing|deploying|using)|practical\\s+(?:for|in|enough|to)|(?:good|accurate|reliable|robust|safe|stable|fast|cheap)\\s+enough\\s+(?:by\\s+now\\s+)?(?:for|to)|feasible\\s+to\\s+(?:build|deploy|ship)|time\\s+to\\s+(?:build|adopt|invest|deploy|use)|in\\s+production))",
    ),
  ],
  ["readiness", rule("^how\\s+(?:mature|ready|production-ready)\\s+(?:is|are)\\b")],
  // “Is it practical”, “can it be deployed yet”, “can it be trusted”; not what “practical” is said of.
  [
    "readiness",
    rule(
      "(?:^|[,;]\\s*|\\band\\s+)(?:is|are|can|could)\\b(?=[^?,]*\\b(?:(?:usable|practical|deployable|viable|usable\\s+in\\s+practice)(?:\\s+(?:yet|today|now|already|in\\s+practice))?\\s*(?:\\?|$)|(?:usable|deployed|used\\s+in\\s+practice)\\s+(?:yet|today|already)|safe\\s+to\\s+(?:use|deploy)|be\\s+trusted\\b|used\\s+out\\s+of\\s+the\\s+box))",
    ),
  ],
  // A search that ends in it: “…, ready for clinical use?”
  [
    "readiness",
    rule(
      "(?:,|\\s[-–])\\s*(?:(?:is\\s+(?:it|this|that)|are\\s+(?:they|we|these))\\s+)?(?:\\w+\\s+)?(?:ready|mature|usable|good\\s+enough|reliable\\s+enough|there\\s+yet)\\b(?:\\s+(?:for|to|in)\\s+[^,?]+)?(?:\\s+(?:now|yet|today))?\\??$",
    ),
  ],
];

/** The words of such a question that are no subject. */
export const READINESS_WORDS =
  /\b(?:ready|mature|maturity|worth|building|adopting|investing|deploying|deployed|deploy|usable|adopt|invest|practical|feasible|now|time|production|product|put|already|team|start|today|wait|it|build|buy|ship|enough)\b/giu;
