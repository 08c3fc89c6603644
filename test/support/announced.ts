/** The same object, with every call of it and of its parts announced on standard output as a line `step`, before it is made. */
export function announced<Part extends object>(part: Part): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === "object" && value !== null) return announced(value);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        process.stdout.write("step\n");
        return Reflect.apply(value, target, args);
      };
    },
  });
}
