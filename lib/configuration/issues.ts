/** Issues of an organization file with their places: `entities[0].fields[2].type: must be one of …`. */

export type Path = readonly (string | number)[];
export type Issue = { path: Path; message: string };

/** Thrown for an organization file that cannot be used. Its message lists every issue, one line each. */
export class ConfigurationError extends Error {
  readonly issues: Issue[];

  constructor(issues: Issue[]) {
    const lines = issues.map(({ path, message }) => (path.length === 0 ? message : `${formatPath(path)}: ${message}`));
    super(lines.join("\n"));
    this.name = "ConfigurationError";
    this.issues = issues;
  }
}

/** `["entities", 0, "states", "on hold"]` → `entities[0].states["on hold"]`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[$A-Za-z_][\w$]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

export function checkDistinct<Key extends string>(items: Record<Key, string>[], key: Key, path: Path): Issue[] {
  const values = items.map((item) => item[key]);
  return checkValues(values, path).map((issue) => ({ ...issue, path: [...issue.path, key] }));
}

/** Each value can appear once. `faultOf` returns what else is wrong with a value. */
export function checkValues(values: string[], path: Path, faultOf?: (value: string) => string | null): Issue[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    const message = faultOf?.(value) ?? (seen.has(value) ? `"${value}" appears twice` : null);
    seen.add(value);
    return message === null ? [] : [{ path: [...path, index], message }];
  });
}
