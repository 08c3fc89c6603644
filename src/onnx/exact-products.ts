import { InferenceSession, Tensor } from "onnxruntime-node";

/**
 * Session settings with which products of 8-bit numbers are exact on this processor. x64 processors without VNNI instructions multiply faster with sums that overflow: vectors then have a cosine of about .99 with those of
 * other machines, so the exact product is demanded there. Elsewhere the same demand changes no digit, but makes an inference take more than twice as long.
 */
export function exactProducts(): Promise<Readonly<Record<string, unknown>>> {
  settings ??= overflows().then((does) => (does ? { session: { x64quantprecision: "1" } } : {}));
  return settings;
}

let settings: Promise<Readonly<Record<string, unknown>>> | null = null;

/** Whether a sum of the largest products comes out too small. Throws where the runtime cannot multiply at all. */
async function overflows(): Promise<boolean> {
  const session = await InferenceSession.create(Buffer.from(MULTIPLICATION, "base64"), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const a = new Tensor("uint8", new Uint8Array(ROWS * WIDTH).fill(255), [ROWS, WIDTH]);
  const b = new Tensor("int8", new Int8Array(WIDTH * COLUMNS).fill(127), [WIDTH, COLUMNS]);
  const { y } = await session.run({ a, b });
  await session.release();
  return (y!.data as Int32Array).some((sum) => sum !== WIDTH * 255 * 127);
}

const ROWS = 8;
const WIDTH = 32;
const COLUMNS = 16;

/** An ONNX graph (opset 10) of one node, `MatMulInteger`: y (8 × 16, int32) is a (8 × 32, uint8) times b (32 × 16, int8). */
const MULTIPLICATION =
  "CAUSADpcChgKAWEKAWISAXkiDU1hdE11bEludGVnZXISAXBaEwoBYRIOCgwIAhIICgIICAoCCCBaEwoBYhIOCgwIAxIICgIIIAoCCBBiEwoBeRIOCgwIBhIICgIICAoCCBBCBAoAEAo=";
