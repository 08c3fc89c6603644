import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { OidcConfig } from "../../src/config.ts";

export interface OidcProvider extends AsyncDisposable {
  settings: OidcConfig;
}

/** A real provider that sends people back to a site under `origin`. Ended by disposing it. */
export async function startOidcProvider(origin: string, port: number, allowedEmails: string[]): Promise<OidcProvider> {
  const program = fileURLToPath(new URL("oidc-provider-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program, String(port), `${origin}/sign-in/oidc/callback`], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  const ended = once(child, "exit");
  const complaints: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk.toString()));
  await Promise.race([
    new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => chunk.toString().includes("listening") && resolve());
    }),
    ended.then(([code]) => Promise.reject(new Error(`The OpenID Connect provider ended with ${code}: ${complaints.join("")}`))),
  ]);
  return {
    settings: {
      issuer: `http://127.0.0.1:${port}`,
      clientId: "signal-canvas",
      clientSecret: "a-secret-of-the-tests",
      allowedEmails,
      name: "Acme login",
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
