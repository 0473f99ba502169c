/** Writes CSV lines (RFC 4180) for spreadsheets. No cell can run as a formula. */

/** Without it, Excel does not read the file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

export function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/**
 * Where a spreadsheet would see a formula: at a cell's start, also full-width, and after characters that it strips or hides. Also
 * after semicolon, tab or line break: some readers split there and ignore quotation marks within a cell.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠])/gu;

export function toCell(text: string): string {
  const inert = text.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
