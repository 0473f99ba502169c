/**
 * Does a number as written survive the way through a double? A number that does not would be stored as another one, so
 * it is refused (contract § 7).
 */

/** A number by the grammar of JSON. */
export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** `text` matches `JSON_NUMBER`. */
export function survivesAsDouble(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && significance(text) === significance(String(value));
}

/** The digits that count and the power of ten of the last one: one text for all ways to write one number, its sign apart. */
function significance(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().replace(/^-/, "").split(/e(.*)/s);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const counted = digits.replace(/0+$/, "");
  return counted === "" ? "0" : `${counted}e${Number(exponent) - fraction.length + (digits.length - counted.length)}`;
}
