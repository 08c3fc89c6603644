/** The ORCID in an address or on its own, as `orcid:0000-0002-1825-0097`; none where there is no such. */
export function orcidKeys(text: string | null | undefined): string[] {
  const [, id] = /(?:^|\/)(\d{4}-\d{4}-\d{4}-\d{3}[\dX])$/iu.exec(text?.trim() ?? "") ?? [];
  return id === undefined ? [] : [`orcid:${id.toUpperCase()}`];
}
