import { errors } from "@elastic/elasticsearch";
import { PublicError } from "../../errors.ts";
import type { Call, ReaderAccess } from "../port.ts";
import type { Connection } from "../../elasticsearch/connection.ts";
import { asPublicError, describe, type Failure } from "../../elasticsearch/errors.ts";

/** Makes an API key that searches the aliases and sees their mappings. It goes on reading them when another generation becomes live. */
export async function grantReader(
  connection: Connection,
  { name, expiresInDays, aliases }: { name: string; expiresInDays: number | null; aliases: string[] },
  call?: Call,
): Promise<ReaderAccess> {
  const made = await connection.write(
    call,
    (options) =>
      connection.client.security.createApiKey(
        {
          name,
          ...(expiresInDays === null ? {} : { expiration: `${expiresInDays}d` }),
          role_descriptors: {
            reader: { cluster: [], indices: [{ names: aliases, privileges: ["read", "view_index_metadata"] }] },
          },
          metadata: { made_for: "reading papers and signals" },
        },
        options,
      ),
    asGrantError,
  );
  return {
    id: made.id,
    key: made.encoded,
    reads: aliases,
    expires_at: made.expiration === undefined ? null : new Date(made.expiration).toISOString(),
  };
}

function asGrantError(error: unknown): Error {
  if (!(error instanceof errors.ResponseError)) return asPublicError(error);
  const told = (error.body as { error?: Failure | string } | undefined)?.error;
  const reason = typeof told === "string" ? told : describe(told ?? {});
  if (error.statusCode === 401) {
    return new PublicError("engine_unavailable", {
      message: "The search engine rejected the credentials with which the key was to be created.",
      hint: "Check the name and password of the user.",
      cause: error,
    });
  }
  if (/derived api keys/iu.test(reason)) {
    return new PublicError("engine_unavailable", {
      message: "The service is connected with an API key, and Elasticsearch lets only users create keys that read anything.",
      hint: "Run the command with --user NAME, a user with the role in docs/analysts.md.",
      cause: error,
    });
  }
  if (error.statusCode === 403) {
    return new PublicError("engine_unavailable", {
      message: "The search engine does not allow this user to create API keys. Grant it the privilege manage_own_api_key.",
      cause: error,
    });
  }
  if (/security|no handler found|api keys are not enabled/iu.test(reason)) {
    return new PublicError("engine_unavailable", {
      message: "Security is disabled in the search engine, so anyone who can reach it can already read everything.",
      cause: error,
    });
  }
  return asPublicError(error);
}
