import { onTestFinished } from "vitest";
import { openFakeService } from "../support/fake-service.ts";

export { FAULTS, type Fault, type Reply } from "../support/fake-service.ts";

/** A service as `openFakeService` opens it, closed behind the test. */
export async function fakeService(...options: Parameters<typeof openFakeService>) {
  const service = await openFakeService(...options);
  onTestFinished(service.close);
  return service;
}
