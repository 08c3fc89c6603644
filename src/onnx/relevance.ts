/** Which output of a cross-encoder is read: so many numbers for a pair. Throws where there is none, or another number of them in it. */
export function relevance(outputNames: readonly string[], numbers: number) {
  const output = outputNames.includes("logits") ? "logits" : outputNames[0];
  if (output === undefined) throw new Error("the model has no output");
  const read = (values: Float32Array): Float32Array => {
    if (values.length !== numbers)
      throw new Error(
        numbers === 1
          ? `the model returns ${values.length} numbers for a pair; one is expected, as cross-encoders for ranking return it`
          : `the model returns ${values.length} numbers for a pair; ${numbers} are expected`,
      );
    return values.slice();
  };
  return { output, read };
}
