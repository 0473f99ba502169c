/** The text that has to be typed before something that cannot be undone. The page and the server check the same. */

/** `expected`: a name, or how many are affected. */
export type TypedProof = { label: string; mismatch: string; expected: string | number };

/** Accepts the common ways to write a number: 9973, 9,973 or 9 973. */
export function isProven({ expected }: Pick<TypedProof, "expected">, typed: string): boolean {
  if (typeof expected === "number") return typed.replace(/[\s,]/g, "") === String(expected);
  return asRead(typed) === asRead(expected);
}

/** A name as it appears: however letters are composed, with the quotation marks and dashes that keyboards have. */
function asRead(name: string): string {
  return name
    .normalize("NFC")
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[\u2018-\u201B\u2032\u02BC\uFF07`´]/g, "'")
    .replace(/[\u201C-\u201F\u2033\uFF02«»]/g, '"')
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\s\u2800]+/g, " ")
    .trim();
}
