import { openTestLibrary } from "../support/mcp-server.ts";
import { answersContract } from "./contract.ts";

answersContract("LanceDB", () => openTestLibrary());
