import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { topicsContract } from "./contract.ts";

topicsContract("LanceDB", () => openTestLibrary({ embedder: { ...hashEmbedder(), answerThreshold: 0.5 } }));
