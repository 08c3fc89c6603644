import { PublicError } from "../../src/errors.ts";

/** `done`, or the code of the public error that a promise ends with; anything else is thrown on. */
export async function outcome(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "done";
  } catch (error) {
    if (error instanceof PublicError) return error.code;
    throw error;
  }
}
