import { describe, expect, it } from "vitest";
import { attribution, authorsName } from "../../src/answers/extractive/wording.ts";

const by = (...authors: string[]) => ({ authors, title: "A title" });

describe("wording around quotes", () => {
  it.each([
    [by("Ann Lee"), "Lee"],
    [by("Ann Lee", "Bob Roe"), "Lee and Roe"],
    [by("Laurens van der Maaten", "Bob Roe", "Cy Poe"), "van der Maaten et al."],
    [by("Martin Luther King Jr."), "King"],
    [by("Lee, Ann"), "Lee"],
    [by("Plato"), "Plato"],
    [by(), "“A title”"],
  ])("%j goes by %s", (paper, name) => expect(authorsName(paper)).toBe(name));

  it("names every source of a statement, and no more", () => {
    expect(attribution([by("Ann Lee")], "new")).toBe("From Lee:");
    expect(attribution([by("Ann Lee"), by("Bob Roe"), by("Cy Poe")], "new")).toBe("From Lee, and also Roe and Poe:");
    expect(attribution([by("Ann Lee"), by("Ann Lee")], "new")).toBe("From Lee:");
    expect(attribution([by("Ann Lee"), by("Bob Roe")], "new", "cites")).toBe("From Lee (cites this paper), and also Roe:");
    expect(attribution([by("Ann Lee")], "same_paper")).toBe("From the same paper:");
    expect(attribution([by("Ann Lee")], "same_point")).toBe("Related, from Lee:");
    expect(attribution([by("Ann Lee")], "opposed")).toBe("Possibly contradicting this, from Lee:");
  });
});
