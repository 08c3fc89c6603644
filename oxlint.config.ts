import { readdirSync } from "node:fs";
import { defineConfig } from "oxlint";
import { ADAPTER_ROOMS, ADAPTERS, COMPOSING_FILE, COMPOSING_ROOM, PROGRAM, ROOMS, type Room } from "./rooms.ts";

const rooms = Object.keys(ROOMS) as Room[];
const folders = readdirSync(new URL("src/", import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const forgotten = folders.filter(({ name }) => !rooms.includes(name as Room));
if (forgotten.length > 0) throw new Error(`rooms.ts does not name src/${forgotten.map(({ name }) => name).join(", src/")}`);

/** What a room must not import: every room that it does not name, the insides of adapters that are not its own, and the files that put the program together. */
function wall(room: Room, composes = room === COMPOSING_ROOM) {
  const allowed: readonly string[] = ROOMS[room];
  const closed = rooms.filter((other) => other !== room && !allowed.includes(other));
  const patterns = [
    {
      group: closed.map((other) => `**/${other}/**`),
      message: `rooms.ts: ${room} may import ${allowed.join(", ") || "no other room"}.`,
    },
    ...(ADAPTER_ROOMS.includes(room)
      ? []
      : [{ group: [...ADAPTERS], message: "Only src/compose.ts picks adapters; ask for the port." }]),
    ...(composes
      ? []
      : [
          {
            group: PROGRAM.map((file) => `**/${file}.ts`),
            message: `Only ${COMPOSING_ROOM} puts the program together; take what you need as a parameter.`,
          },
        ]),
  ].filter(({ group }) => group.length > 0);
  return {
    files: [room === "ingest" ? "ingest/**" : `src/${room}/**`],
    rules: { "no-restricted-imports": ["error", { patterns }] as ["error", { patterns: typeof patterns }] },
  };
}

export default defineConfig({
  plugins: ["typescript", "unicorn", "import", "vitest", "promise", "node"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  options: { typeAware: true },
  rules: {
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "no-await-in-loop": "off",
    "no-shadow": "off",
    "no-underscore-dangle": "off",
    "unicorn/prefer-add-event-listener": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
    "unicorn/consistent-function-scoping": "off",
    "import/no-named-as-default-member": "off",
    "import/no-named-as-default": "off",
    "import/no-unassigned-import": "off",
    "typescript/no-unsafe-type-assertion": "off",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/consistent-return": "off",
    "no-control-regex": "off",
    "typescript/unbound-method": "off",
    "vitest/no-conditional-expect": "off",
    "vitest/expect-expect": "off",
    "vitest/valid-expect": "off",
    "typescript/no-unnecessary-type-parameters": "off",
    "unicorn/require-post-message-target-origin": "off",
    "node/no-process-env": "error",
    "no-restricted-properties": [
      "error",
      {
        object: "AbortSignal",
        property: "timeout",
        message: "Use deadlineSignal of src/shared/deadline.ts: timeLeft knows its end.",
      },
    ],
  },
  ignorePatterns: ["node_modules", ".data"],
  overrides: [
    ...rooms.map((room) => wall(room)),
    { ...wall(COMPOSING_FILE.room, true), files: [COMPOSING_FILE.file] },
    { files: ["src/shared/deadline.ts", "test/**", "bench/**"], rules: { "no-restricted-properties": "off" } },
    { files: ["src/config.ts", "test/**", "bench/**", "scripts/**"], rules: { "node/no-process-env": "off" } },
  ],
});
