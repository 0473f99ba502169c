/** Allows only arguments that Next can decode: JSON, and React's references that our pages send. Others would give a 500. */
type Parts = ReadonlyMap<string, unknown>;

const MAX_DEPTH = 50;

/** Escaped text, a date, `undefined`, a number that JSON has no form for, and the fields of a form. */
const COMPLETE = /^\$(?:\$|D|undefined$|NaN$|-?Infinity$|-0$|K[\da-f]+$)/;

export async function hasReadableArguments(headers: Headers, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const type = headers.get("content-type") ?? "";
  const isCall = headers.has("next-action");
  if (!isCall && !type.startsWith("multipart/form-data")) return true;
  try {
    if (!type.startsWith("multipart/form-data")) {
      return areReadable(new Map([["0", JSON.parse(new TextDecoder().decode(body))]]));
    }
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    const prefixes = isCall ? [""] : [...form.keys()].flatMap(toBoundPrefix);
    // Our forms name one action. Every other prefix would have the whole form read again.
    return prefixes.length <= 1 && prefixes.every((prefix) => areReadable(partsOf(form, prefix), isCall));
  } catch {
    return false;
  }
}

/** Without scripts, a form names its action and the arguments that come before the form in fields of their own. */
function toBoundPrefix(field: string): string[] {
  return field.startsWith("$ACTION_REF_") ? [`${field.replace("REF_", "")}:`] : [];
}

function partsOf(form: FormData, prefix: string): Parts {
  const parts = new Map<string, unknown>();
  for (const [name, value] of form) {
    const number = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    if (!/^\d+$/.test(number)) continue;
    if (typeof value !== "string" || parts.has(number)) throw new Error("A part is a file, or was sent twice.");
    parts.set(number, JSON.parse(value));
  }
  return parts;
}

function areReadable(parts: Parts, isCall = true): boolean {
  const isWhole = isCall ? Array.isArray(parts.get("0")) : parts.has("0");
  return isWhole && [...parts.values()].every((part) => isReadable(part, parts, []));
}

function isReadable(value: unknown, parts: Parts, around: readonly object[]): boolean {
  if (typeof value === "string")
    return !value.startsWith("$") || COMPLETE.test(value) || leadsSomewhere(value, parts, around);
  if (typeof value !== "object" || value === null) return true;
  return (
    around.length < MAX_DEPTH && Object.values(value).every((inner) => isReadable(inner, parts, [...around, value]))
  );
}

/** `$@1` is another part, `$0:1:from` an object that was sent before. One that refers to itself would never be complete. */
function leadsSomewhere(reference: string, parts: Parts, around: readonly object[]): boolean {
  const [, id = "", path = ""] = /^\$@?([\da-f]+)((?::[^:]+)*)$/.exec(reference) ?? [];
  let found = parts.get(String(Number.parseInt(id, 16)));
  for (const key of path.split(":").slice(1)) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return false;
    found = (found as Record<string, unknown>)[key];
  }
  return typeof found === "object" && found !== null && !around.includes(found);
}
