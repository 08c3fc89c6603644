/**
 * The same work by a text, with what it came to kept for `ms` and the last `max` texts: whoever asks meanwhile, also while it is being done, gets the same value. What
 * fails, and what `isWhole` refuses, is kept for nobody who asks later.
 */
export function rememberedFor<Value>(
  {
    ms,
    max,
    isWhole = () => true,
    now = Date.now,
  }: {
    ms: number;
    max: number;
    isWhole?: (value: Value) => boolean;
    now?: () => number;
  },
  work: (text: string) => Promise<Value>,
): (text: string) => Promise<Value> {
  const known = new Map<string, { at: number; value: Promise<Value> }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined && now() - before.at < ms) return before.value;
    const entry = { at: now(), value: work(text) };
    const forget = () => void (known.get(text) === entry && known.delete(text));
    entry.value.then((value) => isWhole(value) || forget(), forget);
    known.delete(text);
    known.set(text, entry);
    if (known.size > max) known.delete(known.keys().next().value!);
    return entry.value;
  };
}
