/** The fields of a pattern: their names, and the numbers that they may hold. */
const FIELDS = [
  ["minute", 0, 59],
  ["hour", 0, 23],
  ["day of the month", 1, 31],
  ["month", 1, 12],
  ["day of the week", 0, 7],
] as const;
/** Looked ahead for: 29 February comes every eight years at the latest. */
const MAX_DAYS = 8 * 366;

interface Schedule {
  minutes: number[];
  hours: number[];
  isDay(date: Date): boolean;
}

/** What is wrong with a pattern of cron, in words; null where nothing is. */
export function cronProblem(pattern: string): string | null {
  const parsed = parse(pattern);
  if (typeof parsed === "string") return parsed;
  return next(parsed, new Date(Date.UTC(2000, 0, 1))) === null ? "no day matches" : null;
}

/**
 * The first minute after `after` that a pattern names, in UTC: five fields (minute, hour, day of the month, month, day of the week from Sunday, 0 or 7) of
 * numbers, lists, ranges and steps (`15,45`, `1-5`, every tenth: an asterisk and `/10`). Where both days are restricted, either will do, as in POSIX crontab. Throws `RangeError` for a
 * pattern that has a `cronProblem`.
 */
export function nextTime(pattern: string, after: Date): Date {
  const parsed = parse(pattern);
  const found = typeof parsed === "string" ? null : next(parsed, after);
  if (found === null) throw new RangeError(`${pattern}: ${cronProblem(pattern)}`);
  return found;
}

function next({ minutes, hours, isDay }: Schedule, after: Date): Date | null {
  const [year, month, day] = [after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate()];
  for (let days = 0; days <= MAX_DAYS; days += 1) {
    if (!isDay(new Date(Date.UTC(year, month, day + days)))) continue;
    for (const hour of hours) {
      for (const minute of minutes) {
        const time = new Date(Date.UTC(year, month, day + days, hour, minute));
        if (time > after) return time;
      }
    }
  }
  return null;
}

function parse(pattern: string): Schedule | string {
  const parts = pattern.trim().split(/\s+/u);
  if (parts.length !== FIELDS.length)
    return `it has ${parts.length} fields; allowed: minute, hour, day of the month, month, day of the week`;
  const sets: number[][] = [];
  for (const [index, part] of parts.entries()) {
    const numbers = numbersOf(part, index);
    if (typeof numbers === "string") return numbers;
    sets.push(numbers);
  }
  const [minutes, hours, dates, months, weekdays] = sets as [number[], number[], number[], number[], number[]];
  const [everyDate, everyWeekday] = [parts[2]!.startsWith("*"), parts[4]!.startsWith("*")];
  const isDay = (date: Date): boolean => {
    if (!months.includes(date.getUTCMonth() + 1)) return false;
    const isDate = dates.includes(date.getUTCDate());
    const isWeekday = weekdays.some((weekday) => weekday % 7 === date.getUTCDay());
    return everyDate || everyWeekday ? isDate && isWeekday : isDate || isWeekday;
  };
  return { minutes, hours, isDay };
}

/** The numbers of a field, ascending; or what is wrong with it. */
function numbersOf(field: string, index: number): number[] | string {
  const [name, min, max] = FIELDS[index]!;
  const numbers = new Set<number>();
  for (const item of field.split(",")) {
    const [, star, from, to, step] = /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/u.exec(item) ?? [];
    const first = star === undefined ? Number(from) : min;
    const last = star !== undefined || (to === undefined && step !== undefined) ? max : Number(to ?? from);
    const by = Number(step ?? 1);
    if ((star ?? from) === undefined || !(first >= min && last <= max && first <= last) || by === 0)
      return `${name}: ${item} is not allowed; allowed: ${min} to ${max}, *, lists, ranges and steps`;
    for (let number = first; number <= last; number += by) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}
