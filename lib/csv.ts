/** Writes CSV lines (RFC 4180) for spreadsheets. No cell can run as a formula. Pure. */

/** Without it, Excel does not read the file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

export function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/**
 * Where a spreadsheet would see a formula: at the start of a cell, also in full-width form, and after characters that
 * spreadsheets strip or cannot show. Also after a semicolon, a tab or a line break: readers that split lines at these ignore
 * quotation marks in the middle of a cell.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠])/gu;

export function toCell(text: string): string {
  const inert = text.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
