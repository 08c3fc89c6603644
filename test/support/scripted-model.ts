import { chatCompletion, type ReceivedRequest, type Reply } from "./openai-server.ts";

/* What a scripted model reads and writes: the request of the summarizer, and claims in the form that it asks for. */

export interface SentSpan {
  id: string;
  text: string;
  title: string;
}

export interface ScriptedClaim {
  text: string;
  citations: { id: string; quote: string }[];
}

/** The question and the spans that a request to the model holds. */
export function sentEvidence(request: ReceivedRequest): { question: string; spans: SentSpan[] } {
  const { question, evidence } = JSON.parse(messageOf(request, "user")) as {
    question: string;
    evidence: { title: string; spans: { id: string; text: string }[] }[];
  };
  return { question, spans: evidence.flatMap(({ title, spans }) => spans.map((span) => ({ ...span, title }))) };
}

export function messageOf(request: ReceivedRequest, role: "system" | "user"): string {
  const messages = request.body.messages as { role: string; content: string }[];
  return messages
    .filter((message) => message.role === role)
    .map((message) => message.content)
    .join("\n");
}

/** A completion of these claims, as a model that obeys would write it. */
export function claimsReply(request: ReceivedRequest, claims: readonly unknown[]): Reply {
  return chatCompletion(request, JSON.stringify({ claims }));
}

/** A claim that says what a span says, and quotes some words of it. */
export function honestClaim(span: SentSpan, vary: (quote: string) => string = (quote) => quote): ScriptedClaim {
  const words = span.text.split(" ");
  const text = `According to the evidence, ${span.text.charAt(0).toLowerCase()}${span.text.slice(1)}`;
  return { text, citations: [{ id: span.id, quote: vary(words.slice(0, Math.min(words.length, 14)).join(" ")) }] };
}

/** How models change the typography of what they copy. */
export const variations: readonly ((quote: string) => string)[] = [
  (quote) => quote,
  (quote) => quote.replace(/[–—]/gu, "-"),
  (quote) => quote.replace(/-/gu, "\u2011"),
  (quote) => quote.replace(/[“”„]/gu, '"').replace(/[‘’]/gu, "'"),
  (quote) => quote.replace(/'/gu, "’").replace(/"/gu, "”"),
  (quote) => quote.replace(/ /gu, "\u00a0"),
  (quote) => quote.replace(/ /gu, " \n"),
  (quote) => `${quote.charAt(0).toUpperCase()}${quote.slice(1)}`,
  (quote) => `… ${quote} …`,
  (quote) => `"${quote}."`,
  (quote) => quote.normalize("NFD"),
  (quote) => quote.replace(/fi/gu, "ﬁ").replace(/fl/gu, "ﬂ"),
];
