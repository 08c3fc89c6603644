import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "../src/config.ts";

function problemsOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
    return "";
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

const OIDC = {
  OIDC_ISSUER: "https://login.example/realm",
  OIDC_CLIENT_ID: "canvas",
  OIDC_CLIENT_SECRET: "the-secret-value",
  OIDC_ALLOWED_EMAILS: "Ada@canvas.example, @lab.example",
};

describe("settings of signing in through OpenID Connect", () => {
  it("are left out as a whole", () => {
    expect(loadConfig({}).oidc).toBeNull();
    expect(loadConfig({ OIDC_ISSUER: " " }).oidc).toBeNull();
  });

  it("are taken together", () => {
    expect(loadConfig(OIDC).oidc).toEqual({
      issuer: "https://login.example/realm",
      clientId: "canvas",
      clientSecret: "the-secret-value",
      allowedEmails: ["ada@canvas.example", "@lab.example"],
      name: "login.example",
    });
    expect(loadConfig({ ...OIDC, OIDC_NAME: "Acme" }).oidc?.name).toBe("Acme");
  });

  it("in part are refused in one line that names what is missing", () => {
    expect(problemsOf({ OIDC_ISSUER: OIDC.OIDC_ISSUER, OIDC_CLIENT_SECRET: OIDC.OIDC_CLIENT_SECRET })).toBe(
      "OIDC_CLIENT_ID, OIDC_ALLOWED_EMAILS: must be set for signing in through OpenID Connect",
    );
    expect(problemsOf({ OIDC_NAME: "Acme" })).toMatch(
      /^OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ALLOWED_EMAILS: must be set/u,
    );
  });

  it.each([
    ["OIDC_ISSUER", "http://login.example", "OIDC_ISSUER: must be an https address (http only on this machine)"],
    ["OIDC_ISSUER", "login.example", "OIDC_ISSUER: must be an https address (http only on this machine)"],
    [
      "OIDC_ALLOWED_EMAILS",
      "lab.example",
      "OIDC_ALLOWED_EMAILS: must be addresses or @domains, separated by commas, or * for everybody whom the issuer knows",
    ],
    [
      "OIDC_ALLOWED_EMAILS",
      "*@lab.example",
      "OIDC_ALLOWED_EMAILS: must be addresses or @domains, separated by commas, or * for everybody whom the issuer knows",
    ],
    [
      "OIDC_ALLOWED_EMAILS",
      ",",
      "OIDC_ALLOWED_EMAILS: must be addresses or @domains, separated by commas, or * for everybody whom the issuer knows",
    ],
  ])("%s %j is refused in one line", (name, value, line) => {
    expect(problemsOf({ ...OIDC, [name]: value })).toBe(line);
  });

  it("take http from this machine itself", () => {
    expect(loadConfig({ ...OIDC, OIDC_ISSUER: "http://127.0.0.1:9000" }).oidc?.issuer).toBe("http://127.0.0.1:9000");
  });
});
