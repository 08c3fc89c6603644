/**
 * The same function of a text, with its last `max` values remembered: the text used longest ago is forgotten first. For pure functions whose values are never
 * changed and never undefined.
 */
export function remembered<Value extends {}>(max: number, make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) {
      known.delete(text);
      known.set(text, before);
      return before;
    }
    const value = make(text);
    known.set(text, value);
    if (known.size > max) known.delete(known.keys().next().value!);
    return value;
  };
}
