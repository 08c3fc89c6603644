import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import { fakeElasticsearch, json } from "../support/fake-elasticsearch.ts";
import { hasOpenssl, openAuthority, type Authority, type CertificateFault } from "../support/tls-server.ts";

if (!hasOpenssl()) console.log("Faults of certificates are not tested: there is no openssl.");

describe.skipIf(!hasOpenssl())("faults of TLS", () => {
  let authority: Authority;
  beforeAll(() => void (authority = openAuthority()));
  afterAll(() => authority?.[Symbol.dispose]());

  const versionAt = async (url: string, caFile: string | null = authority.caFile) => {
    await using engine = openElasticsearch({ url, caFile, prefix: "" });
    return await engine.version();
  };
  const told = (message: string, hint: string) =>
    expect.objectContaining({
      code: "engine_unavailable",
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining(hint) as string,
    });

  test("a server with a certificate of the authority that is set is used", async () => {
    await using server = await authority.serve("well");
    await expect(versionAt(server.url)).resolves.toBe("Elasticsearch 9.3.2");
  });

  test.each<[CertificateFault, string, string]>([
    ["expired", "has expired", "Renew"],
    ["not yet valid", "is not valid yet", "clocks"],
    ["other host", "different host name", "ELASTICSEARCH_URL"],
  ])("a certificate that is %s is told as one, and how to mend it", async (fault, message, hint) => {
    await using server = await authority.serve(fault);
    await expect(versionAt(server.url)).rejects.toEqual(told(message, hint));
  });

  test("a certificate of an authority that is not set is told as one", async () => {
    await using server = await authority.serve("well");
    await expect(versionAt(server.url, null)).rejects.toEqual(told("issuer is not trusted", "ELASTICSEARCH_CA_FILE"));
  });

  test("plain HTTP to a server that speaks TLS, and TLS to one that does not, are told as what they are", async () => {
    await using secured = await authority.serve("well");
    const plainly = secured.url.replace("https:", "http:");
    await expect(versionAt(plainly, null)).rejects.toEqual(told("speaks TLS", "https://"));
    await using open = await fakeElasticsearch((_, response) => json(response, 200, {}));
    const securely = open.url.replace("http:", "https:");
    await expect(versionAt(securely)).rejects.toEqual(told("does not speak TLS", "http://"));
  });

  test("the fault of a certificate is told also while the server is left alone for it, of the records too", async () => {
    await using server = await authority.serve("expired");
    await using engine = openElasticsearch({ url: server.url, caFile: authority.caFile, prefix: "" });
    for (let call = 0; call < 6; call += 1) await expect(engine.version()).rejects.toEqual(told("has expired", "Renew"));
    await using records = openElasticsearchRecords({ url: server.url, caFile: authority.caFile, prefix: "" });
    for (let call = 0; call < 6; call += 1)
      await expect(records.get("key", "x")).rejects.toMatchObject({
        code: "records_unavailable",
        message: "The certificate of the search engine has expired.",
      });
  });
});
