import { z } from "zod";

/** A date of which the month or the day may be missing: `{"date-parts": [[2019, 4, 8]]}`. */
const PartialDate = z.looseObject({
  "date-parts": z.array(z.array(z.number().nullish())).nullish(),
  "date-time": z.string().nullish(),
});

/** An entry of `update-to` (what a notice says of another work) or `updated-by` (the reverse, on that work). */
const Update = z.looseObject({
  DOI: z.string(),
  type: z.string().nullish(),
  label: z.string().nullish(),
  /** Who asserts it: `publisher` or `retraction-watch`. */
  source: z.string().nullish(),
  updated: PartialDate.nullish(),
});
export type Update = z.output<typeof Update>;

const texts = z.array(z.string().nullish()).nullish();

/** The members of a work that are read; the format has many more. */
export const CrossrefWork = z.looseObject({
  DOI: z.string(),
  type: z.string().nullish(),
  title: texts,
  subtitle: texts,
  abstract: z.string().nullish(),
  author: z
    .array(
      z.looseObject({
        given: z.string().nullish(),
        family: z.string().nullish(),
        suffix: z.string().nullish(),
        ORCID: z.string().nullish(),
        affiliation: z.array(z.looseObject({ name: z.string().nullish() })).nullish(),
      }),
    )
    .nullish(),
  "container-title": texts,
  event: z.looseObject({ name: z.string().nullish() }).nullish(),
  subject: texts,
  published: PartialDate.nullish(),
  issued: PartialDate.nullish(),
  created: PartialDate.nullish(),
  indexed: PartialDate.nullish(),
  URL: z.string().nullish(),
  link: z.array(z.looseObject({ URL: z.string().nullish(), "content-type": z.string().nullish() })).nullish(),
  license: z.array(z.looseObject({ URL: z.string().nullish(), "content-version": z.string().nullish() })).nullish(),
  funder: z.array(z.looseObject({ name: z.string().nullish(), award: texts })).nullish(),
  "is-referenced-by-count": z.number().nullish(),
  "reference-count": z.number().nullish(),
  reference: z.array(z.looseObject({ DOI: z.string().nullish() })).nullish(),
  relation: z
    .record(
      z.string(),
      z.union([z.array(z.looseObject({ "id-type": z.string().nullish(), id: z.string().nullish() })), z.unknown()]),
    )
    .nullish(),
  "update-to": z.array(Update).nullish(),
  "updated-by": z.array(Update).nullish(),
  /** Ours: the registry no longer knows the work. */
  deleted: z.boolean().nullish(),
});
export type CrossrefWork = z.output<typeof CrossrefWork>;

type PartialDate = z.output<typeof PartialDate>;

/** The year of a date; null where it is not known. */
export function yearOf(date: PartialDate | null | undefined): number | null {
  return date?.["date-parts"]?.[0]?.[0] ?? null;
}

/** `YYYY-MM-DD` where the day is known, else null. */
export function dayOf(date: PartialDate | null | undefined): string | null {
  const [year, month, day] = date?.["date-parts"]?.[0] ?? [];
  if (year && month && day) return `${year}-${padded(month)}-${padded(day)}`;
  const [, fromTime] = /^(\d{4}-\d{2}-\d{2})T/u.exec(date?.["date-time"] ?? "") ?? [];
  return fromTime ?? null;
}

/** The last day that a date can mean: of its month or its year where no more is known; null where not even that is. */
export function lastDayOf(date: PartialDate | null | undefined): string | null {
  const day = dayOf(date);
  const [year, month] = date?.["date-parts"]?.[0] ?? [];
  if (day !== null || !year) return day;
  return month ? `${year}-${padded(month)}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}` : `${year}-12-31`;
}

function padded(number: number): string {
  return String(number).padStart(2, "0");
}
