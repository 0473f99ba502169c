/** Finds where refused text stops being JSON, and the probable mistake: Node 20's parser does not always name the place. */

/** Both count from 1, and columns count characters. `hint` is a sentence with a space before it, or empty. */
type JsonFault = { line: number; column: number; hint: string };

/** null if the text is valid JSON after all. */
export function locateFault(text: string): JsonFault | null {
  const found = findFault(text);
  return found && { ...locatePosition(text, found.at), hint: found.hint };
}

/** `at` counts UTF-16 units. */
export function locatePosition(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  let pairs = 0;
  for (let unit = lineStart; unit < at; unit += 1) if ((text.charCodeAt(unit) & 0xfc00) === 0xdc00) pairs += 1;
  return { line, column: at - lineStart - pairs + 1 };
}

type Found = { at: number; hint: string };
type Expected = "value" | "first value" | "key" | "first key" | "colon" | "separator";

const STRUCTURE = /[{}[\],:]/;
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function findFault(text: string): Found | null {
  const open: ("{" | "[")[] = [];
  let expected = "value" as Expected;
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    const character = text[at];
    const isDone = expected === "separator" && open.length === 0;
    if (character === undefined) return isDone ? null : { at, hint: END };
    if (isDone) return { at, hint: " The document ended before this: send one JSON document." };
    const fault = (): Found => ({ at, hint: hintAt(text, at, expected) });

    if (character === '"') {
      if (expected === "colon" || expected === "separator") return fault();
      const end = stringEnd(text, at);
      if (end.fault !== undefined) return { at: end.at, hint: end.fault };
      at = end.at;
      expected = expected === "key" || expected === "first key" ? "colon" : "separator";
      continue;
    }
    if (!STRUCTURE.test(character)) {
      LITERAL.lastIndex = at;
      if ((expected !== "value" && expected !== "first value") || !LITERAL.test(text)) return fault();
      at = LITERAL.lastIndex;
      expected = "separator";
      continue;
    }
    const next = afterStructure(character, expected, open);
    if (next === null) return fault();
    expected = next;
    at += 1;
  }
}

/** null if the character is not allowed here. */
function afterStructure(character: string, expected: Expected, open: ("{" | "[")[]): Expected | null {
  const inside = open.at(-1);
  switch (character) {
    case "{":
    case "[":
      if (expected !== "value" && expected !== "first value") return null;
      open.push(character);
      return character === "{" ? "first key" : "first value";
    case "}":
      if (inside !== "{" || (expected !== "separator" && expected !== "first key")) return null;
      open.pop();
      return "separator";
    case "]":
      if (inside !== "[" || (expected !== "separator" && expected !== "first value")) return null;
      open.pop();
      return "separator";
    case ",":
      if (expected !== "separator") return null;
      return inside === "{" ? "key" : "value";
    default:
      return expected === "colon" ? "value" : null;
  }
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at += 1;
  return at;
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function stringEnd(text: string, start: number): { at: number; fault?: string } {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { at: at + 1 };
    if (code < 0x20) return { at, fault: " A string has a line break or control character: write \\n, or escape it." };
    if (code !== 0x5c) continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return { at, fault: text[at + 1] === "u" ? SHORT_ESCAPE : BACKSLASH };
    at = ESCAPE.lastIndex - 1;
  }
  return { at: text.length, fault: END };
}

const BACKSLASH = " In a string a backslash is written twice: \\\\.";
const SHORT_ESCAPE = " Four hexadecimal digits follow \\u, as in \\u00e9; a backslash itself is written twice: \\\\.";
const END = " The text ends too early: a quote or bracket is not closed, or the text was cut off.";

type Mistake = [pattern: RegExp, hint: string];

const ANYWHERE: readonly Mistake[] = [
  [/\/[/*]|#/y, " JSON has no comments."],
  [
    /[^\S \n\r\t\uFEFF]|[\u200B-\u200D\u2060]/y,
    " This is no ordinary space but a character that looks like one: write a space.",
  ],
];

const MISTAKES: readonly Mistake[] = [
  ...ANYWHERE,
  [/\uFEFF/y, " The body begins with a byte-order mark: save it as UTF-8 without one."],
  [/object \w+\]/y, " This is an object that was not encoded: send JSON.stringify(body)."],
  [/\0/y, " This looks like UTF-16: encode the body as UTF-8."],
  [
    /\{[\w.-]+\}|\{\{|\$\{?\w|<%|%\w+%/y,
    " This is a variable of a template or a shell, which was not replaced by its value.",
  ],
  [/@[\w./-]+$/y, " This is the name of a file: send what is in it; of curl, -d @file does, --data-raw does not."],
  [/'/y, " JSON takes double quotes, not single ones."],
  [/[“”„‟«»]/y, ' These are typographic quotes: JSON takes ".'],
  [/(?:NaN|[+-]?Infinity)\b/y, " JSON has no NaN and no Infinity: send null or leave the field out."],
  [/(?:True|False|None)\b/y, " JSON writes true, false and null in lower case."],
  [/undefined\b/y, " JSON has no undefined: send null or leave the field out."],
  [/[+-]?\.\d/y, " A number begins with a digit, as in 0.5."],
  [
    /[+-]?\d/y,
    " Numbers are written plainly, as in -12.5: no leading zero, plus, comma or unit. Anything else goes in quotes.",
  ],
  [/[^\s=&{}[\]":,]+=/y, ' This looks like a form: send JSON, as in {"name": "value"}.'],
];

function hintAt(text: string, at: number, expected: Expected): string {
  const character = text[at];
  if (expected === "key" && character === "}") return TRAILING_COMMA;
  if (expected === "value" && character === "]") return TRAILING_COMMA;
  const isBetween = expected === "separator" || expected === "colon";
  for (const [pattern, hint] of isBetween ? ANYWHERE : MISTAKES) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return hint;
  }
  switch (expected) {
    case "key":
    case "first key":
      return " A key in double quotes belongs here.";
    case "colon":
      return " A colon belongs here, between a key and its value.";
    case "separator":
      return ' A comma or a closing bracket belongs here; a quote inside a string is written \\".';
    default:
      return " A value belongs here; text is written in double quotes.";
  }
}

const TRAILING_COMMA = " Nothing follows the comma before this: leave the comma out.";
