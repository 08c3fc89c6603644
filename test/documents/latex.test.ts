import { expect, it } from "vitest";
import { readableLatex } from "../../src/documents/latex.ts";

it.each([
  ["Fr\\'echet means, na\\\"ive and Garc{\\'\\i}a", "Fréchet means, naïve and García"],
  ['Polyak-{\\L}ojasiewicz, \\v{S}koda, M\\"{u}ller, \\c{c}a, \\O{}yvind', "Polyak-Łojasiewicz, Škoda, Müller, ça, Øyvind"],
  ["$\\alpha$-MDF at 73.2\\% (vs.\\ 51)", "α-MDF at 73.2% (vs. 51)"],
  ["360$^\\circ$ depth, $\\ell_0$, $x^{2}$, $\\mathbf{D}^3$, $H_{\\infty}$, $2^{n+k}$", "360° depth, ℓ₀, x², D³, H_∞, 2^(n+k)"],
  ["$\\frac18$-scale, $\\frac{64}{\\pi^2}$, $\\widetilde{O}(\\sqrt{d\\log T})$", "1/8-scale, 64/π², Õ(√(d log T))"],
  ["{\\em encoder} \\emph{and} \\textbf{so} on~\\citep{a2020}, \\href{https://x.org}{here}", "encoder and so on , here"],
  ["it costs $5 and $10, sets {a, b}", "it costs $5 and $10, sets {a, b}"],
  ["the \\unknown{x} and \\eps-local", "the \\unknown{x} and \\eps-local"],
  ["C:\\", "C:\\"],
  ["$\\frac{", "$\\frac{"],
  ["no LaTeX here", "no LaTeX here"],
])("%s is read as %s", (given, readable) => {
  expect(readableLatex(given)).toBe(readable);
});

it("in BibTeX, braces only group", () => {
  expect(readableLatex('{BERT}: {P}re-training of~{\\"O}sterreich', { braces: true })).toBe("BERT: Pre-training of Österreich");
});

it("reads what nests without end in little time", () => {
  const started = performance.now();
  for (const text of [
    "{".repeat(8_000),
    "\\emph{".repeat(8_000),
    "$".repeat(8_000),
    "\\'".repeat(8_000),
    `${"{".repeat(2_000)}${"}".repeat(2_000)}\\`,
  ])
    readableLatex(text, { braces: true });
  expect(performance.now() - started).toBeLessThan(2_000);
});
