/** `LONG=1` (npm run test:long) asks for the whole figures, where `npm test` takes enough to notice a defect. */
export const IS_LONG = process.env.LONG === "1";

export function figure(usual: number, long: number): number {
  return IS_LONG ? long : usual;
}
