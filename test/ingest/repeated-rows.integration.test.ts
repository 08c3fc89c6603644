import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { repeatedRowsProperty, repeatedRowsSuite } from "./repeated-rows-suite.ts";

repeatedRowsSuite("LanceDB", (folder) => openLanceDb({ folder, prefix: "" }));
repeatedRowsProperty();
