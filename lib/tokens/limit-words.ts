/** A token's limits in words. Also used in the browser. */
import type { TokenLimits } from "../model";
import { withoutDenied } from "./limits";
import { describeRows, joinedRowLimits, KEYS, type LimitNames, withoutRowLimits } from "./row-limits";

type Labeled = { entityKey: string; pluralLabel: string; fields: readonly { key: string; label: string }[] };

export function limitNames(labels: readonly Labeled[]): LimitNames {
  const find = (entityKey: string) => labels.find((each) => each.entityKey === entityKey);
  return {
    entity: (key) => find(key)?.pluralLabel ?? key,
    field: (entityKey, key) => find(entityKey)?.fields.find((field) => field.key === key)?.label ?? key,
  };
}

/** One short phrase for each limit. */
export function describeLimits(
  { deniedFields, rows, allowedAddresses, requestsPerMinute }: TokenLimits,
  names = KEYS,
): string[] {
  return [
    ...deniedFields.map(({ entity, fields }) => {
      return `cannot read ${fields.map((key) => names.field(entity, key)).join(", ")} of ${names.entity(entity)}`;
    }),
    ...joinedRowLimits(rows).map(
      (row) => `reaches ${names.entity(row.entityKey)} only where ${describeRows(row, names)}`,
    ),
    ...(allowedAddresses.length === 0 ? [] : [`works from ${allowedAddresses.join(", ")} only`]),
    ...(requestsPerMinute === null ? [] : [`at most ${requestsPerMinute} requests a minute`]),
  ];
}

/** A phrase for each limit that a change tightens. Both are normalized. */
export function describeTightening(before: TokenLimits, after: TokenLimits, names = KEYS): string[] {
  const isSame = (part: "allowedAddresses" | "requestsPerMinute") => String(before[part]) === String(after[part]);
  const isTightened = new Set(withoutRowLimits(after.rows, before.rows).map(({ entityKey }) => entityKey));
  const tightened = {
    deniedFields: withoutDenied(after.deniedFields, before.deniedFields),
    // Includes earlier rows: what is reached satisfies all of them.
    rows: after.rows.filter(({ entityKey }) => isTightened.has(entityKey)),
    allowedAddresses: isSame("allowedAddresses") ? [] : after.allowedAddresses,
    requestsPerMinute: isSame("requestsPerMinute") ? null : after.requestsPerMinute,
  };
  return describeLimits(tightened, names);
}
