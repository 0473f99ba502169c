/** `LONG=1` asks for the whole figures, and for rows that take hours; without it there are enough cases to notice a defect. */
export const IS_LONG = process.env.LONG === "1";

export function figure(usual: number, long: number): number {
  return IS_LONG ? long : usual;
}
