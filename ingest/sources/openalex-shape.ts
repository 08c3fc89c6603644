import { z } from "zod";

const named = z.looseObject({ display_name: z.string().nullish() });
const Location = z.looseObject({
  landing_page_url: z.string().nullish(),
  pdf_url: z.string().nullish(),
  source: named.nullish(),
});

/** The members of a work that are read; the format has many more. */
export const Work = z.looseObject({
  id: z.string(),
  doi: z.string().nullish(),
  display_name: z.string().nullish(),
  title: z.string().nullish(),
  publication_year: z.number().nullish(),
  publication_date: z.string().nullish(),
  updated_date: z.string().nullish(),
  authorships: z
    .array(
      z.looseObject({
        author: z
          .looseObject({ id: z.string().nullish(), display_name: z.string().nullish(), orcid: z.string().nullish() })
          .nullish(),
        raw_author_name: z.string().nullish(),
        institutions: z.array(named).nullish(),
      }),
    )
    .nullish(),
  primary_location: Location.nullish(),
  best_oa_location: Location.nullish(),
  locations: z.array(Location).nullish(),
  topics: z.array(named).nullish(),
  keywords: z.array(z.looseObject({ display_name: z.string().nullish(), keyword: z.string().nullish() })).nullish(),
  abstract_inverted_index: z.record(z.string(), z.array(z.number())).nullish(),
  cited_by_count: z.number().nullish(),
  counts_by_year: z.array(z.looseObject({ year: z.int(), cited_by_count: z.int().nullish() })).nullish(),
  referenced_works_count: z.number().nullish(),
  referenced_works: z.array(z.string()).nullish(),
  is_retracted: z.boolean().nullish(),
  is_paratext: z.boolean().nullish(),
  /** Until 2025. */
  grants: z.array(z.looseObject({ funder_display_name: z.string().nullish(), award_id: z.string().nullish() })).nullish(),
  /** Since 2025. */
  awards: z.array(z.looseObject({ funder_display_name: z.string().nullish(), funder_award_id: z.string().nullish() })).nullish(),
  funders: z.array(named).nullish(),
  /** Ours: OpenAlex no longer knows the work. */
  deleted: z.boolean().nullish(),
});
export type Work = z.output<typeof Work>;
