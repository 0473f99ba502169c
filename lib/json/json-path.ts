/**
 * Tracks where a scan of JSON is in the document, as a path such as `operations[17].data.rate`. It follows the scan, so that no
 * second pass is needed.
 */

/** An open bracket: for a list, the index of the current item; for an object, the position of the last key's opening quote. */
type Open = { isList: boolean; index: number; keyAt: number };

export class JsonPath {
  private readonly open: Open[] = [];
  private lastString = 0;

  constructor(private readonly text: string) {}

  enter(isList: boolean): void {
    this.open.push({ isList, index: 0, keyAt: 0 });
  }

  leave(): void {
    this.open.pop();
  }

  passComma(): void {
    const inner = this.open.at(-1);
    if (inner !== undefined) inner.index += 1;
  }

  /** `at` is the position of the opening quote. */
  passString(at: number): void {
    this.lastString = at;
  }

  /** The string before the colon was a key. */
  passColon(): void {
    const inner = this.open.at(-1);
    if (inner !== undefined) inner.keyAt = this.lastString;
  }

  /** Empty at the top level. Keys are as written, including their escapes. */
  toString(): string {
    const parts = this.open.map(({ isList, index, keyAt }) => (isList ? `[${index}]` : `.${this.keyFrom(keyAt)}`));
    return parts.join("").replace(/^\./, "");
  }

  private keyFrom(start: number): string {
    KEY.lastIndex = start;
    return KEY.exec(this.text)?.[1] ?? "";
  }
}

/** No field key is longer, and a path has few parts. */
const KEY = /"((?:[^"\\]|\\.){0,200})/y;
