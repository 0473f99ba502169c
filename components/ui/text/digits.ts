/** Numbers as the pages write them. */
const DIGITS = new Intl.NumberFormat("en");

/** "1,204". */
export function inDigits(count: number): string {
  return DIGITS.format(count);
}

/** "1 token", "1,204 tokens". */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${inDigits(count)} ${count === 1 ? one : several}`;
}
