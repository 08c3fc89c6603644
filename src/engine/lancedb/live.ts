import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { MAPPINGS } from "../mapping.ts";
import type { GenerationNames, Target } from "../port.ts";

const Role = z.object({ live: z.string(), previous: z.string().nullable() });
/** A file of a release that stored no passages does not name them. */
const Roles = z.object({ papers: Role, signals: Role, passages: Role.optional() });
export type Roles = Readonly<Record<Target, z.infer<typeof Role>>>;

/**
 * Which generation of each target is live and which was before it: one small file beside the tables, replaced as a whole, so that all
 * targets change in one step for every process. Reading it takes some microseconds and happens with each call. Until the first
 * promotion there is no file, and the first generation is the live one.
 */
export class LivePointer {
  readonly #file: string;
  readonly #first: Roles;

  constructor(folder: string, prefix: string) {
    this.#file = path.join(folder, `${prefix}generations.json`);
    this.#first = {
      papers: { live: generationName(prefix, "papers", 1), previous: null },
      signals: { live: generationName(prefix, "signals", 1), previous: null },
      passages: { live: generationName(prefix, "passages", 1), previous: null },
    };
  }

  read(): Roles {
    let text: string;
    try {
      text = readFileSync(this.#file, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return this.#first;
      throw error;
    }
    return { ...this.#first, ...Roles.parse(JSON.parse(text)) };
  }

  /** Makes these live; those that were are the previous ones from now on. */
  promote(names: GenerationNames): void {
    const before = this.read();
    const next = (target: Target) => {
      const name = names[target];
      return name === undefined || before[target].live === name ? before[target] : { live: name, previous: before[target].live };
    };
    this.#write({ papers: next("papers"), signals: next("signals"), passages: next("passages") });
  }

  /** Makes these live in a folder that had none, with nothing before them. */
  begin(names: Required<GenerationNames>): void {
    const first = (name: string) => ({ live: name, previous: null });
    this.#write({ papers: first(names.papers), signals: first(names.signals), passages: first(names.passages) });
  }

  /** True for the one caller, of all processes, who may make a generation of this name: LanceDB lets two make one table at once. */
  reserve(name: string): boolean {
    mkdirSync(path.dirname(this.#file), { recursive: true });
    try {
      closeSync(openSync(this.#reservation(name), "wx"));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }

  /** Lets the name be taken again. */
  release(name: string): void {
    rmSync(this.#reservation(name), { force: true });
  }

  #reservation(name: string): string {
    return path.join(path.dirname(this.#file), `${name}.reserved`);
  }

  /** Back to the first generations. */
  clear(): void {
    if (this.read() !== this.#first) this.#write(this.#first);
  }

  /** Whole or not at all, also where the machine fails in the midst of it. */
  #write(roles: Roles): void {
    const folder = path.dirname(this.#file);
    mkdirSync(folder, { recursive: true });
    const written = `${this.#file}.${process.pid}.new`;
    const file = openSync(written, "w");
    try {
      writeSync(file, `${JSON.stringify(roles)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(written, this.#file);
    const directory = openSync(folder, "r");
    fsyncSync(directory);
    closeSync(directory);
  }
}

/** `{prefix}papers-v1-000001`. */
export function generationName(prefix: string, target: Target, number: number): string {
  return `${stemOf(prefix, target)}${String(number).padStart(6, "0")}`;
}

/** The number in a generation's name, of whatever version of the mapping; null for other names. */
export function generationNumber(prefix: string, target: Target, name: string): number | null {
  const stem = `${prefix}${target}-v`;
  const number = name.startsWith(stem) ? /^\d+-(\d{6})$/u.exec(name.slice(stem.length)) : null;
  return number === null ? null : Number(number[1]);
}

function stemOf(prefix: string, target: Target): string {
  return `${prefix}${target}-v${MAPPINGS[target].version}-`;
}
