/** SQL with parameters, as tagged templates that can contain one another. */

/**
 * Leads from template to template to the text of a statement. A template has the same array of strings each time it is evaluated,
 * so a text has to be built, and hashed to look up its prepared statement, only once.
 */
class Step {
  text: string | undefined;
  private key: unknown;
  private only: Step | undefined;
  private others: Map<unknown, Step> | undefined;

  /** Most steps have only one after them, and need no map. */
  next(key: unknown): Step {
    const known = key === this.key ? this.only : this.others?.get(key);
    return known ?? this.add(key, new Step());
  }

  private add(key: unknown, step: Step): Step {
    bytes += STEP_BYTES;
    if (this.only === undefined) {
      this.key = key;
      this.only = step;
    } else this.others = (this.others ?? new Map<unknown, Step>()).set(key, step);
    return step;
  }
}

const VALUE = Symbol("value");
/** Of texts and steps, in characters: up to twice as much in memory. Beyond it, all are built again. */
const MAX_BYTES = 8 * 1024 * 1024;
const STEP_BYTES = 64;
let first = new Step();
let bytes = 0;

/** Recognized by `instanceof`, so it must not pass from one of Next's bundles to another. */
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
    if (bytes > MAX_BYTES) [first, bytes] = [new Step(), 0];
    const values: unknown[] = [];
    const last = this.follow(first, values);
    if (last.text === undefined) {
      last.text = this.write([]);
      bytes += last.text.length;
    }
    this.built = { text: last.text, values };
    return this.built;
  }

  /**
   * A template's strings say how many parts follow, so no two statements take the same steps. A template without parts is known by
   * its text, because `raw` makes a new one each time.
   */
  private follow(from: Step, values: unknown[]): Step {
    let step = from.next(this.parts.length === 0 ? this.strings[0] : this.strings);
    for (const part of this.parts) {
      if (!(part instanceof Sql)) values.push(part);
      step = part instanceof Sql ? part.follow(step, values) : step.next(VALUE);
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

export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  return new Sql(strings, parts);
}

/** Becomes part of the text, so it must not contain anything that a caller wrote. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}

/** Keyed by the number of parts and the separator. */
const separated = new Map<string, string[]>();

/** `parts` has at least one item, and does not change any more. */
export function join(parts: unknown[], separator = ","): Sql {
  const key = parts.length + separator;
  const strings = separated.get(key) ?? ["", ...Array(parts.length - 1).fill(separator), ""];
  separated.set(key, strings);
  return new Sql(strings, parts);
}
