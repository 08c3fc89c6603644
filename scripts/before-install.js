/**
 * Runs before the install scripts of the dependencies where this is installed as a package: ONNX Runtime's would download CUDA
 * (0.3 GB from api.nuget.org, and fail without a way there), which nothing here uses. A checkout says so in .npmrc.
 */
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDERS = ["onnxruntime-node", "@huggingface/transformers/node_modules/onnxruntime-node"];

for (const folder of FOLDERS) {
  const script = fileURLToPath(new URL(`../node_modules/${folder}/script/install.js`, import.meta.url));
  if (existsSync(script)) writeFileSync(script, "// CUDA is not used.\n");
}
