const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that hold a sentence together; they end a phrase. */
export const FUNCTION_WORDS = list(
  "a an and are as at be been being but by can could did do does done for from had has have having how if in into is it its itself may might must no nor not of on onto or our ours out over so " +
    "such than that the their theirs them then there these they this those through to upon us via was we were what when where whether which while who whom whose why will with within without would " +
    "you your yours i me my mine he she his her about above across after again against all also although am among amid another any anyone anybody anything around because before behind below beside besides between " +
    "beyond both cannot despite down during each either else even ever every few further here however just less like many more most much near neither never nothing now off often once one ones only other others per " +
    "perhaps quite rather really same several shall should since some somebody someone something still than though too toward towards under unless until up very well whereas whenever wherever yet don't doesn't " +
    "isn't aren't wasn't didn't can't won't n't s t m re ve ll let lets let's actually already always mainly mostly usually typically currently today especially specifically particularly respectively together e g ie eg etc i'm i've i'd it's that's there's we're they're what's wherein sometimes potentially including i'll we'd we've we'll you'd you've you'll they'd they've hasn't haven't hadn't couldn't wouldn't shouldn't nobody everybody everyone somehow anyway almost nearly e.g i.e etc. own none",
);

/** Words by which people ask for papers or praise them; papers agree or differ in none of them. */
export const INCIDENTAL_WORDS = list(
  "best better worst worse good great nice recent recently latest newest current main leading prominent popular important interesting relevant comprehensive influential seminal promising notable known common existing available " +
    "various different similar first new-ish example instance merit merits advantage advantages benefit benefits evidence finding findings paper papers article articles publication publications study studies work works working worked " +
    "research researcher researchers literature approach approaches method methods technique techniques way ways kind kinds type types sort sorts people result results " +
    "use used uses using useful usage utilize utilizes utilizing utilise apply applied applies applying employ employs employed exist exists existing show shows showed shown showing find finds found make makes made making get gets got getting give gives given " +
    "need needs needed needing require requires required know known propose proposes proposed proposing proposal introduce introduces introduced explore explores explored examine examines examined examining investigate investigates investigated " +
    "discuss discusses discussed discussing present presents presented address addresses addressed addressing focus focuses focused focusing leverage leverages leveraged leveraging report reports reported contain contains containing combine combines combined " +
    "attempt attempts attempted try tried tries aim aims concern concerning regarding based involve involves involving related relating relate look looking looked deal deals dealing take takes taken " +
    "want understand investigating conducted suggested suggest suggests recommend refer employing scholarly provide provides offers tackle tackles concentrate concentrates foundational thorough respect realm purpose purposes consider considering aimed aiming designed proven heard want possible possibly able ability necessary worth beforehand kept keep keeps send sends unnecessary needless pay pays matter matters roughly approximately hardly barely moment spot spots fix fixes exploit exploits exploited fully simply exactly wins win falls true say says said tell happen happens mean means feasible efficacious " +
    "help helps helped helping helpful improve improves improved improving improvement improvements reduce reduces reduced reducing decrease decreases decreased increase increases increased increasing boost boosts boosted enhance enhances enhanced enhancing " +
    "raise raises raised hurt hurts hurting harm harms harmful degrade degrades worsen worsens shorten shortens prolong prolongs accelerate accelerates mitigate mitigates alleviate alleviates affect affects affected influence influences influenced impact impacts impacted " +
    "outperform outperforms beat beats surpass surpasses lower lowers higher faster slower effect effects effective effectively effectiveness perform performs performed associated overall reach reached become becomes gain gains speed speeds " +
    "go went goes gone come comes anthology dealt reliable accurate suitable appropriate sufficient enough feasible bit thing things big anywhere list cover covers covering behave behaves fare fares scale-up publish published publishes appear appears appeared written write-up " +
    "asked asks afford telling told maybe probably apparently hundred hundreds thousand thousands dozen dozens handful couple barely lots tons wonder wondering guess seem seems seemed seeing hearing insist insists colleague colleagues boss weird okay silly annoying hoping " +
    "compared worried tempted decent usable realistically sensible smarter stand stands stuff publicly freely openly download downloaded downloadable ready ready-to-use ready-made released apart automatically reliably correctly accurately properly fairly bad right closely turn",
);

/** Nouns that name a thing of the trade: part of a phrase that they end (“reward model”), no subject alone. */
export const TRADE_NOUNS = list(
  "model models system systems task tasks data dataset datasets algorithm algorithms framework frameworks performance problem problems example examples issue issues solution solutions case cases setting settings context",
);

/** Words that many papers have; they say less about what a paper must be about. */
export const COMMON_WORDS = list(
  "accuracy quality evaluate evaluation evaluating evaluated measure measured measuring measurement train training trained learn learning language languages corpus corpora benchmark benchmarks metric metrics test tests text texts " +
    "system systems tool tools model models data analysis application applications task tasks performance handle domain domains user users patients students",
);
/** The weight of a term of such words alone, beside 1 for any other. */
export const COMMON_WEIGHT = 0.5;

/** Plain forms of verbs that begin a phrase of their own: in “detect sarcasm”, sarcasm is the phrase. */
export const LEADING_VERBS = list(
  "detect predict classify align evaluate measure train handle learn extract generate identify recognize recognise translate summarize summarise tokenize tokenise parse retrieve rank cluster compute estimate compress edit verify split answer annotate " +
    "label fine-tune finetune pretrain pre-train solve build create choose select reveal encode prevent treat diagnose memorize generalise generalize converge hallucinate study read write call compare",
);

/** Verbs by which people ask what something does; hardly ever nouns. Those that are incidental too end a phrase, and are no term. */
export const MAIN_VERBS = list(
  "replace generalize generalise suffer rely learn encode capture preserve require produce depend correlate ignore leave memorize memorise predict detect understand know represent exploit overfit forget hallucinate amplify inherit lose " +
    "contain exhibit compensate substitute close converge diverge prefer favor favour tend behave remain stay become follow obey survive resist tolerate solve recognize recognise distinguish discriminate differ vary agree disagree adapt " +
    "retain recover degenerate oversmooth underperform succeed fail struggle confuse mislead interpret acquire pick attend overestimate underestimate misjudge distort communicate cope decide",
);
/** The same for words that are nouns as well. */
export const VERBS_OR_NOUNS = list("match transfer scale hold repeat flag break drop leak collapse");
/** Verbs asked for most, of what something does to something, and those that bind clauses: beside one of them no other word is taken for the verb of a question. */
export const EFFECT_VERBS = list(
  "help improve reduce decrease increase boost enhance raise hurt harm degrade worsen affect influence impact outperform beat surpass exceed work perform fare make get give need use show exist be have do matter pay benefit happen occur arise emerge explain cause lead yield ruin justify prevent limit mean cost guarantee allow enable provide bring add drive slow",
);
