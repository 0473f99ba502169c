/** Pages of lists ordered by time, newest first. */

/** Rows can share a moment; the id then decides the order. */
export type MomentPosition = { at: Date; id: string };

/** `rows` holds one row more than the limit if there is another page. */
export function momentPage<Row extends MomentPosition>(rows: Row[], limit: number) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, nextCursor: last === undefined ? null : `${last.at.getTime()}.${last.id}` };
}

/** An invalid cursor starts at the newest row, because people edit addresses by hand. A cursor has no authority. */
export function parseMomentCursor(cursor: string | null, isId: (text: string) => boolean): MomentPosition | null {
  const [moment = "", id = "", ...rest] = (cursor ?? "").split(".");
  const isCursor = rest.length === 0 && /^\d{1,13}$/.test(moment) && isId(id);
  return isCursor ? { at: new Date(Number(moment)), id } : null;
}
