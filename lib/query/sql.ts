/** SQL with parameters, as tagged templates that can contain one another. */

/**
 * Leads from template to template to the text of a statement. A template has the same array of strings each time it is evaluated,
 * so a text has to be built, and hashed to look up its prepared statement, only once.
 */
type Step = { text?: string; next: Map<unknown, Step> };
const VALUE = Symbol("value");
/** Limits the memory that texts take, to a few megabytes. Beyond it, they are built anew. */
const MAX_STEPS = 10_000;
let first: Step = { next: new Map() };
let steps = 0;

export class Sql {
  private built: { text: string; values: unknown[] } | undefined;

  constructor(
    private readonly strings: readonly string[],
    private readonly parts: readonly unknown[],
  ) {}

  /** With `$1`, `$2` … in place of the values. */
  get text(): string {
    return this.build().text;
  }

  get values(): unknown[] {
    return this.build().values;
  }

  private build() {
    if (this.built !== undefined) return this.built;
    if (steps > MAX_STEPS) [first, steps] = [{ next: new Map() }, 0];
    const values: unknown[] = [];
    const last = this.follow(first, values);
    last.text ??= this.write([]);
    this.built = { text: last.text, values };
    return this.built;
  }

  private follow(from: Step, values: unknown[]): Step {
    let step = nextStep(from, this.parts.length === 0 ? this.strings[0] : this.strings);
    for (const part of this.parts) {
      if (!(part instanceof Sql)) values.push(part);
      step = part instanceof Sql ? part.follow(step, values) : nextStep(step, VALUE);
    }
    return step;
  }

  private write(values: unknown[]): string {
    return this.strings.reduce((text, string, place) => {
      const part = this.parts[place - 1];
      return text + (part instanceof Sql ? part.write(values) : `$${values.push(part)}`) + string;
    });
  }
}

function nextStep({ next }: Step, key: unknown): Step {
  const known = next.get(key);
  if (known !== undefined) return known;
  const created = { next: new Map() };
  next.set(key, created);
  steps += 1;
  return created;
}

export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  return new Sql(strings, parts);
}

/** Becomes part of the text, so it must not contain anything that a caller wrote. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}

export const empty = raw("");

/** Keyed by the number of parts and the separator. */
const separated = new Map<string, string[]>();

/** `parts` has at least one item. */
export function join(parts: unknown[], separator = ","): Sql {
  const key = parts.length + separator;
  const strings = separated.get(key) ?? ["", ...Array(parts.length - 1).fill(separator), ""];
  separated.set(key, strings);
  return new Sql(strings, parts);
}
