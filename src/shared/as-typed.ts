/** A command as it is typed here: compiled, this is the installed package, whose command is on the path; in a checkout npm runs it, with the Node that it brings. */
export function asTyped(command: string): string {
  return `${import.meta.filename.endsWith(".ts") ? "npm run -s cli --" : "signal-canvas"} ${command}`;
}
