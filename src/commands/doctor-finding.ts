/** What the doctor says about one component. */
export interface Finding {
  part: string;
  state: "ok" | "attention" | "failed";
  says: string;
  /** How to fix it. */
  remedy?: string;
}
