import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";
import { workspacesSuite } from "./suite.ts";

workspacesSuite("SQLite", () => openTestLibrary({ embedder: hashEmbedder() }));
