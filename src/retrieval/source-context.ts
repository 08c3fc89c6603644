import { z } from "zod";

/** A small portable object that names the evidence of an answer; handed to a later call it narrows that call to this evidence. */
export const SourceContext = z.object({
  version: z.literal(1),
  query: z.string().max(2_000),
  mode: z.enum(["search", "corpus", "paper", "workspace"]),
  generation: z.string().max(300),
  paper_ids: z.array(z.string().max(600)).max(100),
  signal_ids: z.array(z.string().max(200)).max(500),
  time_scope: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
});
export type SourceContext = z.infer<typeof SourceContext>;

/** The part of a context that narrows a search; its other members are let pass. */
export const Narrowing = z.looseObject({
  paper_ids: SourceContext.shape.paper_ids,
  signal_ids: SourceContext.shape.signal_ids.optional(),
});
export type Narrowing = z.infer<typeof Narrowing>;

/** What narrows a search over papers to the evidence that a context names. */
export function contextPapers(context: Narrowing | undefined): { paper_ids?: string[] } {
  return context === undefined ? {} : { paper_ids: context.paper_ids };
}

/** What narrows a search over signals: to those of the context, or where it names none to those about its papers. */
export function contextSignals(context: Narrowing | undefined): { signal_ids?: string[]; paper_ids?: string[] } {
  if (context === undefined) return {};
  const { signal_ids = [], paper_ids } = context;
  return signal_ids.length > 0 ? { signal_ids } : { paper_ids };
}
