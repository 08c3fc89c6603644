import { expect, it } from "vitest";
import { pagesFindings } from "../../src/commands/doctor-pages.ts";
import { closedPort } from "../support/fake-elasticsearch.ts";

it.each([
  ["http://127.0.0.1:8080", 0, "ok"],
  ["https://canvas.example", 1, "ok"],
  ["https://canvas.example", 0, "attention"],
  ["http://canvas.example", 1, "attention"],
  ["https://canvas.example/research", 1, "attention"],
])("the pages at %s behind %i known proxies are %s", async (baseUrl, trustProxy, state) => {
  expect(await pagesFindings({ baseUrl, trustProxy, oidc: null })).toMatchObject([{ part: "pages", state }]);
});

it("a provider of sign-in that is away is named, with the setting to check and no secret", async () => {
  const issuer = await closedPort();
  const oidc = { issuer, clientId: "canvas", clientSecret: "the-secret-value", allowedEmails: ["*"], name: "Acme login" };
  const [, found] = await pagesFindings({ baseUrl: "http://127.0.0.1:8080", trustProxy: 0, oidc });
  expect(found).toMatchObject({ part: "sign-in provider", state: "failed", remedy: "Check OIDC_ISSUER." });
  expect(found!.says).toContain("Acme login");
  expect(JSON.stringify(found)).not.toContain("the-secret-value");
});
