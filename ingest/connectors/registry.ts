import { UsageError } from "../errors.ts";
import type { Connector } from "./connector.ts";
import { crossrefConnector } from "./crossref.ts";
import { githubConnector } from "./github.ts";
import { huggingFaceConnector } from "./hugging-face.ts";
import { openAlexConnector } from "./openalex.ts";
import { openReviewConnector } from "./openreview.ts";
import { npmConnector, pypiConnector } from "./packages.ts";

/** Every service that can be asked, in the order in which they are listed. */
export const CONNECTOR_NAMES = ["crossref", "openalex", "openreview", "github", "huggingface", "pypi", "npm"] as const;
export type ConnectorName = (typeof CONNECTOR_NAMES)[number];

const CONNECTORS: Readonly<Record<ConnectorName, Connector>> = {
  crossref: crossrefConnector,
  openalex: openAlexConnector,
  openreview: openReviewConnector,
  github: githubConnector,
  huggingface: huggingFaceConnector,
  pypi: pypiConnector,
  npm: npmConnector,
};

/** The connector of this name; throws `UsageError` where there is none. */
export function connectorNamed(name: string): Connector & { name: ConnectorName } {
  const known = CONNECTOR_NAMES.find((one) => one === name);
  if (known === undefined) throw new UsageError(`${name}: is not a source; allowed: ${CONNECTOR_NAMES.join(", ")}`);
  return { ...CONNECTORS[known], name: known };
}
