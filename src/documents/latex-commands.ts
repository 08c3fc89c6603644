/* What commands of LaTeX stand for, as far as titles, names and abstracts of papers use them. */

/** Accents, as the combining character that follows the letter. */
export const DIACRITICS: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "'": "\u0301",
  "^": "\u0302",
  "~": "\u0303",
  "=": "\u0304",
  ".": "\u0307",
  '"': "\u0308",
  u: "\u0306",
  r: "\u030a",
  H: "\u030b",
  v: "\u030c",
  d: "\u0323",
  c: "\u0327",
  k: "\u0328",
  b: "\u0331",
  hat: "\u0302",
  widehat: "\u0302",
  tilde: "\u0303",
  widetilde: "\u0303",
  bar: "\u0304",
  overline: "\u0304",
  dot: "\u0307",
  ddot: "\u0308",
  vec: "\u20d7",
};

/** Commands that print a character. */
export const COMMANDS: Readonly<Record<string, string>> = table(`
  ss ß o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å i ı j ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ
  alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ
  sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon ϒ Phi Φ Psi Ψ Omega Ω
  ell ℓ hbar ℏ partial ∂ nabla ∇ infty ∞ emptyset ∅ forall ∀ exists ∃ neg ¬ Re ℜ Im ℑ aleph ℵ prime ′ degree ° circ ∘ star ⋆ ast * bullet • dagger † ddagger ‡
  times × div ÷ pm ± mp ∓ cdot · oplus ⊕ otimes ⊗ odot ⊙ cap ∩ cup ∪ land ∧ wedge ∧ lor ∨ vee ∨ setminus ∖
  leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ ll ≪ gg ≫ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ asymp ≍ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ mid | parallel ∥ perp ⊥ top ⊤ bot ⊥
  lesssim ≲ gtrsim ≳ leqslant ≤ geqslant ≥ prec ≺ succ ≻ preceq ⪯ succeq ⪰
  to → rightarrow → longrightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ implies ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⇔ mapsto ↦ uparrow ↑ downarrow ↓ nearrow ↗ searrow ↘
  sum ∑ prod ∏ int ∫ oint ∮ bigcup ⋃ bigcap ⋂ langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lVert ‖ rVert ‖ Vert ‖ lvert | rvert | vert | lbrace { rbrace }
  ldots … dots … cdots ⋯ textellipsis … textendash – textemdash — textquoteright ’ textquoteleft ‘ textquotedblleft “ textquotedblright ” textquotesingle '
  textbackslash \\ textasciitilde ~ textasciicircum ^ textunderscore _ textless < textgreater > textbar | textdollar $ textbraceleft { textbraceright } textdegree ° textregistered ® textcopyright © copyright © texttrademark ™ textbullet • S § P ¶ pounds £ euro € checkmark ✓
`);

/** Names of functions, which print as they are called. */
export const WORDS: ReadonlySet<string> = new Set(
  "log ln exp max min sup inf arg argmax argmin lim det dim ker deg gcd sin cos tan cot sec sinh cosh tanh arcsin arccos arctan Pr mod bmod poly polylog tr rank LaTeX TeX BibTeX".split(
    " ",
  ),
);

/** Commands that print nothing. */
export const DROPPED: ReadonlySet<string> = new Set(
  "em it bf sl sc tt rm sf cal upshape itshape bfseries scshape ttfamily sffamily rmfamily normalfont normalsize small footnotesize tiny large Large left right big Big bigg Bigg bigl bigr Bigl Bigr middle displaystyle textstyle scriptstyle limits nolimits quad qquad thinspace noindent protect relax allowbreak linebreak newline par xspace nonumber centering hfill".split(
    " ",
  ),
);

/** Commands that print nothing of their argument. */
export const DROPPED_WITH_ARGUMENT: ReadonlySet<string> = new Set(
  "cite citep citet citealp citealt citeauthor citeyear label ref eqref vspace hspace thanks index color textcolor begin end".split(
    " ",
  ),
);

export const SUPERSCRIPTS: Readonly<Record<string, string>> = pairs("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ");
export const SUBSCRIPTS: Readonly<Record<string, string>> = pairs("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎");

function table(text: string): Record<string, string> {
  const words = text.trim().split(/\s+/u);
  return Object.fromEntries(words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1]!]] : [])));
}

function pairs(from: string, to: string): Record<string, string> {
  const signs = Array.from(to);
  return Object.fromEntries(Array.from(from).map((sign, index) => [sign, signs[index]!]));
}
