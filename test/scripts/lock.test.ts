import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { absentOptionalPackages, entryFor, type Lock } from "../../scripts/lock.ts";

const lockAt = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")) as Lock;

describe("the lock", () => {
  it.each(["package-lock.json", "scripts/node/package-lock.json"])("%s has an entry for every optional package", (path) => {
    const { packages } = lockAt(path);
    expect(Object.values(packages).some(({ optionalDependencies }) => optionalDependencies)).toBe(true);
    expect(absentOptionalPackages({ packages })).toEqual([]);
  });

  it("lacks a package that only another dependent has below itself", () => {
    const packages = {
      "node_modules/a": { optionalDependencies: { "native-linux-x64": "1.0.0" } },
      "node_modules/b/node_modules/native-linux-x64": { version: "1.0.0" },
    };
    expect(absentOptionalPackages({ packages })).toEqual([
      { name: "native-linux-x64", version: "1.0.0", dependent: "node_modules/a" },
    ]);
  });

  it("finds a package below its dependent, beside it and at the root", () => {
    const optionalDependencies = { "native-linux-x64": "1.0.0" };
    const dependent = "node_modules/a/node_modules/b";
    for (const folder of [`${dependent}/`, "node_modules/a/", ""]) {
      const packages = { [dependent]: { optionalDependencies }, [`${folder}node_modules/native-linux-x64`]: {} };
      expect(absentOptionalPackages({ packages })).toEqual([]);
    }
  });

  it.each([
    ["@scope/binding-linux-arm-musleabihf", { os: ["linux"], cpu: ["arm"], libc: ["musl"] }],
    ["@scope/lib-linux-x64-gnu", { os: ["linux"], cpu: ["x64"], libc: ["glibc"] }],
    ["@scope/darwin-arm64", { os: ["darwin"], cpu: ["arm64"] }],
    ["lib-win32-ia32-msvc", { os: ["win32"], cpu: ["ia32"] }],
  ])("knows the platform of %s by its name", (name, platform) => {
    const lock = { packages: { "node_modules/a": { dev: true } } };
    expect(entryFor(lock, { name, version: "1.2.3", dependent: "node_modules/a" })).toEqual({
      version: "1.2.3",
      dev: true,
      optional: true,
      ...platform,
    });
  });

  it.each([
    ["fsevents", "2.3.3"],
    ["lib-linux-x64", "^1.0.0"],
  ])("does not guess what %s@%s is", (name, version) => {
    expect(() => entryFor({ packages: {} }, { name, version, dependent: "node_modules/a" })).toThrow("add it by npm install");
  });
});
