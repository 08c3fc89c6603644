import { modelClaim, type ModelClaim } from "./task.ts";

/** Where the list of claims begins in what a model writes. */
const BEGINNING = /"claims"\s*:\s*\[/u;
/** Some models reason first, and may try out the form while they do. */
const REASONING = /^\s*<think>/u;
const REASONED = "</think>";
/** What a model may write before its claims, in UTF-16 units. */
const MAX_BEGINNING_LENGTH = 64 * 1024;

/**
 * Finds the claims in a model's answer while it is still being written, each as soon as its object is closed. Reads every character once. What it finds is for looking on:
 * the whole answer decides.
 */
export class ClaimScanner {
  /** What was written before the claims began; null: they have begun. */
  #before: string | null = "";
  #claim = "";
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** The claims that the next piece of the answer completes; null stands for one without the form asked for. */
  read(piece: string): (ModelClaim | null)[] {
    const text = this.#before === null ? piece : this.#afterBeginning(piece);
    const found: (ModelClaim | null)[] = [];
    for (const character of text) {
      if (this.#depth > 0) this.#claim += character;
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#inString) {
        if (character === "\\") this.#isEscaped = true;
        else if (character === '"') this.#inString = false;
      } else if (character === '"') this.#inString = this.#depth > 0;
      else if (character === "{") {
        if (this.#depth === 0) this.#claim = character;
        this.#depth += 1;
      } else if (character === "}" && this.#depth > 0) {
        this.#depth -= 1;
        if (this.#depth === 0) found.push(modelClaim(this.#claim));
      }
    }
    return found;
  }

  /** The part of a piece that belongs to the list of claims; empty until that begins. */
  #afterBeginning(piece: string): string {
    const before = `${this.#before}${piece}`.slice(-MAX_BEGINNING_LENGTH);
    const reasoned = REASONING.test(before) ? before.indexOf(REASONED) : 0;
    const start = reasoned < 0 ? null : BEGINNING.exec(before.slice(reasoned));
    this.#before = start === null ? before : null;
    return start === null ? "" : before.slice(reasoned + start.index + start[0].length);
  }
}
