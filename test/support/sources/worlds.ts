import type { ConnectorName } from "../../../ingest/connectors/registry.ts";
import { crossrefWorld } from "./crossref.ts";
import { githubWorld } from "./github.ts";
import { huggingFaceWorld } from "./hugging-face.ts";
import { openAlexWorld } from "./openalex.ts";
import { openReviewWorld } from "./openreview.ts";
import { npmWorld, pypiWorld } from "./packages.ts";
import type { World } from "./world.ts";

/** The service of each connector. */
export const WORLDS: Readonly<Record<ConnectorName, World>> = {
  crossref: crossrefWorld,
  openalex: openAlexWorld,
  openreview: openReviewWorld,
  github: githubWorld,
  huggingface: huggingFaceWorld,
  pypi: pypiWorld,
  npm: npmWorld,
};
