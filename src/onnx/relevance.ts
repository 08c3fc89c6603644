/** Which output of a cross-encoder is read: one number for a pair. Throws where there is none, or more than one number in it. */
export function relevance(outputNames: readonly string[]) {
  const output = outputNames.includes("logits") ? "logits" : outputNames[0];
  if (output === undefined) throw new Error("the model has no output");
  const read = (values: Float32Array): Float32Array => {
    if (values.length !== 1)
      throw new Error(
        `the model returns ${values.length} numbers for a pair; one is expected, as cross-encoders for ranking return it`,
      );
    return values.slice();
  };
  return { output, read };
}
