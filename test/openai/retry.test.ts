import { describe, expect, it, vi } from "vitest";
import { EndpointFailure } from "../../src/openai/endpoint.ts";
import { withRetries } from "../../src/openai/retry.ts";

const never = () => new Promise<never>(() => {});
const inTime = (milliseconds: number) => performance.now() + milliseconds;
const living = () => new AbortController().signal;

describe("a request that is repeated until its deadline", () => {
  it("fails with what the endpoint said, where the deadline ends a later attempt that gets no answer", async () => {
    const loading = new EndpointFailure("retry", "503 loading", 1);
    const request = vi.fn<() => Promise<never>>(never).mockRejectedValueOnce(loading);
    await expect(withRetries(request, inTime(500), living())).rejects.toBe(loading);
  });

  it("fails for the time that it took, where the endpoint never answered", async () => {
    await expect(withRetries(never, inTime(20), living())).rejects.toThrow("did not respond in time");
  });
});
