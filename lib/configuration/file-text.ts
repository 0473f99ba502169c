/** Refuses two things that JSON.parse accepts: repeated members, which would be silently lost, and excessive nesting. */
import type { Issue, Path } from "./issues";

/** A default is five levels deep, and can itself nest as deep as a value in an API body. */
const MAX_FILE_DEPTH = 35;

/** Matches strings, brackets, commas, and anything else between them. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** An open bracket: the keys so far if it is an object, and the current place within it. */
type Open = { keys: Set<string> | null; at: string | number; expectsKey: boolean };

/** `text` must be valid JSON. Stops at the first place that is too deep. */
export function checkFileText(text: string): Issue[] {
  const issues: Issue[] = [];
  const open: Open[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    const inner = open.at(-1);
    switch (token[0]) {
      case "{":
      case "[":
        if (open.length === MAX_FILE_DEPTH)
          return [...issues, { path: pathOf(open), message: `nests deeper than ${MAX_FILE_DEPTH} levels` }];
        open.push(
          token === "{" ? { keys: new Set(), at: "", expectsKey: true } : { keys: null, at: 0, expectsKey: false },
        );
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (typeof inner?.at === "number") inner.at += 1;
        else if (inner !== undefined) inner.expectsKey = true;
        break;
      case '"':
        if (inner?.expectsKey) issues.push(...takeKey(inner, token, open));
        break;
    }
  }
  return issues;
}

function takeKey(inner: Open, token: string, open: Open[]): Issue[] {
  inner.at = JSON.parse(token) as string;
  inner.expectsKey = false;
  const isRepeated = inner.keys?.has(inner.at) === true;
  inner.keys?.add(inner.at);
  return isRepeated ? [{ path: pathOf(open), message: "appears twice here: only one of the two would count" }] : [];
}

function pathOf(open: Open[]): Path {
  return open.map(({ at }) => at);
}
