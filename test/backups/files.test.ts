import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeBackupFolder, readFolder } from "../../src/backups/files.ts";
import { BackupError } from "../../src/backups/manifest.ts";
import { scratchFolder } from "../ingest/files.ts";

it("makes an empty folder that others may read private, and leaves one that is not empty as it is", async () => {
  const folder = join(scratchFolder(), "backup");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  await makeBackupFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);

  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "notes.txt"), "mine");
  await expect(makeBackupFolder(folder)).rejects.toThrow(/is not empty/u);
  expect(statSync(folder).mode & 0o777).toBe(0o755);
});

it("says that backup.json is cut off, that it is missing, or why it cannot be read", async () => {
  const folder = scratchFolder();
  await expect(readFolder(folder)).rejects.toThrow(/not a complete backup/u);
  writeFileSync(join(folder, "backup.json"), '{"format":1,"version":"0.');
  const read = readFolder(folder);
  await expect(read).rejects.toBeInstanceOf(BackupError);
  await expect(read).rejects.toThrow(/backup\.json is cut off/u);
  const other = scratchFolder();
  mkdirSync(join(other, "backup.json"));
  await expect(readFolder(other)).rejects.toMatchObject({ code: "EISDIR" });
});
