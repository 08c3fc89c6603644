/** Years that a paper can carry; anything outside is a mistake in the source. */
export const YEAR_RANGE = { min: 1500, max: 2100 } as const;

/** True for `YYYY-MM-DD` that names a day of the calendar, with the year inside YEAR_RANGE. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (year < YEAR_RANGE.min || year > YEAR_RANGE.max || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The first day of a year that is given as four digits; a day is itself. */
export function firstDay(yearOrDay: string): string {
  return isYear(yearOrDay) ? `${yearOrDay}-01-01` : yearOrDay;
}

/** The last day of a year that is given as four digits; a day is itself. */
export function lastDay(yearOrDay: string): string {
  return isYear(yearOrDay) ? `${yearOrDay}-12-31` : yearOrDay;
}

function isYear(text: string): boolean {
  return /^\d{4}$/u.test(text);
}
