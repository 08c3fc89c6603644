import { z } from "zod";
import { firstDay, isCalendarDate, YEAR_RANGE } from "./dates.ts";
import { cleanText } from "./text.ts";

/** Text in its stored form (see `cleanText`), 1 to `max` characters. */
export function text(max: number) {
  return z
    .string()
    .transform(cleanText)
    .pipe(z.string().min(1, "is empty").max(max, `is longer than ${max} characters`));
}

/** Optional text: missing, null and blank all become null. */
export function optionalText(max: number) {
  return z
    .string()
    .nullish()
    .transform((value) => cleanText(value ?? ""))
    .pipe(z.string().max(max, `is longer than ${max} characters`))
    .transform((value) => (value === "" ? null : value));
}

/** A list of texts without blanks and repetitions, in the given order; missing means empty. */
export function textList(maxItems: number, maxLength: number) {
  return z
    .array(z.string())
    .nullish()
    .transform((values) => [...new Set((values ?? []).map(cleanText).filter((value) => value !== ""))])
    .pipe(z.array(z.string().max(maxLength)).max(maxItems, `has more than ${maxItems} entries`));
}

/** A list of names without blanks, in the given order; two people may bear one name. */
export function nameList(maxItems: number, maxLength: number) {
  return z
    .array(z.string())
    .nullish()
    .transform((values) => (values ?? []).map(cleanText).filter((value) => value !== ""))
    .pipe(z.array(z.string().max(maxLength)).max(maxItems, `has more than ${maxItems} entries`));
}

export const year = z
  .int("must be a whole number such as 2024")
  .min(YEAR_RANGE.min, `must lie between ${YEAR_RANGE.min} and ${YEAR_RANGE.max}`)
  .max(YEAR_RANGE.max, `must lie between ${YEAR_RANGE.min} and ${YEAR_RANGE.max}`);

/** A year or a day, as questions bound a time. */
export const yearOrDay = z
  .string()
  .refine((text) => isCalendarDate(firstDay(text)), "must be a year such as 2024, or a day such as 2024-02-29");

export const calendarDate = z.string().refine(isCalendarDate, "must be a calendar date such as 2024-02-29");

/** An http(s) address without a user or password in it; its stored form is what the URL parser prints. */
const webUrl = z.string().transform((value, context) => {
  const url = URL.parse(cleanText(value));
  if (
    url &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    !url.username &&
    !url.password &&
    url.href.length <= 2_000
  ) {
    return url.href;
  }
  context.addIssue({ code: "custom", message: "must be an http or https URL" });
  return z.NEVER;
});

/** Optional address: missing, null and blank all become null. */
export const optionalUrl = z
  .string()
  .nullish()
  .transform((value) => (value === undefined || value === null || value.trim() === "" ? null : value))
  .pipe(webUrl.nullable());

/** Where a record comes from. */
export const Source = z.strictObject({
  name: text(200),
  url: optionalUrl.default(null),
  license: optionalText(200).default(null),
});
export type Source = z.infer<typeof Source>;
