/** Titles of signals have at most 1,000 characters; those of papers may have more, and are quoted in them. */
const MAX_TITLE_LENGTH = 900;

/** A title for a signal's, cut where it is too long. It is a part of the signal's id: cut otherwise, the signal would be another. */
export function shortTitle(title: string): string {
  return title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH - 1)}…`;
}
