import { z } from "zod";

/** Standard variables of OpenTelemetry, as far as they are heeded. https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
const text = z.string().trim();
const address = text.refine((value) => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/u.test(url.protocol) && url.username === "" && url.password === "";
}, "an http or https URL without a username and a password; these go into OTEL_EXPORTER_OTLP_HEADERS");
/** `name=value` pairs, percent-encoded, separated by commas. */
const pairs = text.transform((value, context) => {
  const found: Record<string, string> = {};
  for (const pair of value.split(",").filter((one) => one.trim() !== "")) {
    const [, name, given] = /^\s*([^=\s]+)\s*=(.*)$/u.exec(pair) ?? [];
    try {
      found[decodeURIComponent(name!)] = decodeURIComponent(given!.trim());
    } catch {
      context.addIssue({ code: "custom", message: "name=value pairs, separated by commas" });
    }
  }
  return found;
});
const headers = pairs.refine(areHeaders, "name=value pairs that can be headers of HTTP, separated by commas");
const protocol = z.literal("http/json");
const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export const TELEMETRY_SETTINGS = {
  OTEL_SDK_DISABLED: z.enum(["true", "false"]).default("false"),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"]).default("otlp"),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_SERVICE_NAME: text.optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: text
    .transform(Number)
    .refine((share) => share >= 0 && share <= 1, "a number from 0 to 1")
    .optional(),
};

/** Where traces go, and which. */
export interface TelemetrySettings {
  /** The whole address. */
  url: string;
  headers: Record<string, string>;
  /** What is said of this service: `service.name` and more. */
  resource: Record<string, string>;
  sampler: { followsCaller: boolean; share: number };
}

const SERVICE_NAME = "signal-canvas";
const TRACES_PATH = "v1/traces";

/**
 * What is given, without the settings of traces where no traces are to be sent: what the environment says to other programs stops nothing here.
 */
export function withoutUnusedTelemetry(given: Readonly<Record<string, string>>): Record<string, string> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = given;
  const isOff = given.OTEL_SDK_DISABLED?.trim() === "true" || given.OTEL_TRACES_EXPORTER?.trim() === "none";
  if (!isOff && (base ?? own) !== undefined) return { ...given };
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(TELEMETRY_SETTINGS, name)));
}

/** Null where no traces are to be sent. */
export function telemetryOf(env: z.output<z.ZodObject<typeof TELEMETRY_SETTINGS>>): TelemetrySettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = env;
  if ((base ?? own) === undefined) return null;
  const resource = env.OTEL_RESOURCE_ATTRIBUTES ?? {};
  const sampler = env.OTEL_TRACES_SAMPLER;
  return {
    url: own ?? new URL(TRACES_PATH, base!.replace(/\/*$/u, "/")).href,
    headers: { ...env.OTEL_EXPORTER_OTLP_HEADERS, ...env.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    resource: { ...resource, "service.name": env.OTEL_SERVICE_NAME ?? resource["service.name"] ?? SERVICE_NAME },
    sampler: {
      followsCaller: sampler.startsWith("parentbased_"),
      share: sampler.endsWith("always_off") ? 0 : sampler.endsWith("traceidratio") ? (env.OTEL_TRACES_SAMPLER_ARG ?? 1) : 1,
    },
  };
}

/** As `fetch` takes them: some control characters are refused only when a request is sent. */
function areHeaders(given: Record<string, string>): boolean {
  try {
    return [...new Headers(given).values()].every((value) => /^[\t\x20-\x7e\x80-\xff]*$/u.test(value));
  } catch {
    return false;
  }
}
