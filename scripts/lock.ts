/** What is used here of package-lock.json, version 3. */
export interface Lock {
  packages: Record<string, LockEntry>;
}

interface LockEntry {
  version?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface OptionalPackage {
  name: string;
  version: string;
  /** The lock's key of the package that names it. */
  dependent: string;
}

/** The optional packages that a package in the lock names and that have no entry of their own. */
export function absentOptionalPackages(lock: Lock): OptionalPackage[] {
  const absent: OptionalPackage[] = [];
  for (const [dependent, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isLocked(lock, dependent, name)) absent.push({ name, version, dependent });
    }
  }
  return absent;
}

/**
 * The entry of a package made for one platform, which its name tells (`@scope/binding-linux-x64-musl`). It has no checksum:
 * npm leaves a package out where the registry does not have it, so there is none to ask for.
 * Throws where the version is a range or the name tells no platform: such a package cannot be described without the registry.
 */
export function entryFor(lock: Lock, { name, version, dependent }: OptionalPackage): LockEntry {
  const words = name.split(/[/-]/u);
  const os = OPERATING_SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (!/^\d+\.\d+\.\d+$/u.test(version) || os.length !== 1 || cpu.length !== 1)
    throw new Error(`${dependent} has the optional package ${name}@${version}, which is not in the lock; add it by npm install`);
  const libc = words.flatMap((word) => LIBRARIES[word] ?? []);
  return {
    version,
    cpu,
    ...(lock.packages[dependent]?.dev ? { dev: true } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    os,
  };
}

/** Looked up as Node does: below the dependent, then below each package that it lies in, then at the root. */
function isLocked(lock: Lock, dependent: string, name: string): boolean {
  const folders = [dependent];
  for (let folder = dependent; folder.includes("/node_modules/"); folders.push(folder))
    folder = folder.slice(0, folder.lastIndexOf("/node_modules/"));
  return [...folders.filter((folder) => folder !== ""), ""].some(
    (folder) => (folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`) in lock.packages,
  );
}

/** `process.platform` and what npm calls `os`. */
const OPERATING_SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];

/** `process.arch` and what npm calls `cpu`. */
const PROCESSORS = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "x64"];

const LIBRARIES: Record<string, string> = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" };
