/** The limits of a token once fields and options are renamed, so that it stays limited as it was. */
import type { TokenLimits } from "../../../model";
import { newKey, type Renames, renameWhere } from "./renames";

/** Returns the same object if nothing in it is renamed. */
export function renamedLimits(limits: TokenLimits, renames: Renames): TokenLimits {
  const named = [...limits.deniedFields.map(({ entity }) => entity), ...limits.rows.map(({ entityKey }) => entityKey)];
  if (!named.some((key) => renames.has(key))) return limits;
  return {
    ...limits,
    deniedFields: limits.deniedFields.map((denied) => {
      const own = renames.get(denied.entity);
      return own === undefined ? denied : { ...denied, fields: denied.fields.map((field) => newKey(field, own)) };
    }),
    rows: limits.rows.map((row) => {
      const own = renames.get(row.entityKey);
      return own === undefined ? row : { ...row, where: renameWhere(row.where, own) };
    }),
  };
}
