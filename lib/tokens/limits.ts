/** Checks and compares the limits that a token has in addition to its scopes. Also used in the browser. */
import { coversRange, parseAddressRange } from "../http/address-range";
import { MAX_ALLOWED_ADDRESSES, MAX_REQUESTS_PER_MINUTE } from "../limits";
import type { DeniedFields, TokenLimits } from "../model";
import { describeRows, normalizeRowLimits, withoutRowLimits } from "./row-limits";

export type LimitProblem = { part: keyof TokenLimits; message: string };

/** Problems of addresses and requests, which do not depend on the owner. */
export function numberProblems({
  allowedAddresses,
  requestsPerMinute,
}: Pick<TokenLimits, "allowedAddresses" | "requestsPerMinute">): LimitProblem[] {
  return [...addressProblems(allowedAddresses), ...requestProblems(requestsPerMinute)];
}

function addressProblems(addresses: readonly string[]): LimitProblem[] {
  if (addresses.length > MAX_ALLOWED_ADDRESSES) {
    return [{ part: "allowedAddresses", message: `at most ${MAX_ALLOWED_ADDRESSES}: write ranges` }];
  }
  return addresses.flatMap((address): LimitProblem[] => {
    try {
      parseAddressRange(address);
      return [];
    } catch (error) {
      return [{ part: "allowedAddresses", message: (error as Error).message }];
    }
  });
}

function requestProblems(requests: number | null): LimitProblem[] {
  if (requests === null || (Number.isInteger(requests) && requests >= 1 && requests <= MAX_REQUESTS_PER_MINUTE))
    return [];
  return [{ part: "requestsPerMinute", message: `must be a whole number from 1 to ${MAX_REQUESTS_PER_MINUTE}` }];
}

/** Normalizes limits without problems: each entity, field, condition and range once, in a fixed order and spelling. */
export function normalizeLimits({ deniedFields, rows, allowedAddresses, requestsPerMinute }: TokenLimits): TokenLimits {
  const entities = [...new Set(deniedFields.map(({ entity }) => entity))].sort();
  const denied = entities.map((entity) => ({ entity, fields: fieldsOf(deniedFields, entity) }));
  return {
    deniedFields: denied.filter(({ fields }) => fields.length > 0),
    rows: normalizeRowLimits(rows),
    allowedAddresses: [...new Set(allowedAddresses.map((address) => parseAddressRange(address).text))].sort(),
    requestsPerMinute,
  };
}

function fieldsOf(denied: readonly DeniedFields[], entityKey: string): string[] {
  return [...new Set(denied.filter(({ entity }) => entity === entityKey).flatMap(({ fields }) => fields))].sort();
}

export function deniedFieldsOf({ deniedFields }: TokenLimits, entityKey: string | null): string[] {
  return entityKey === null ? [] : fieldsOf(deniedFields, entityKey);
}

export function withoutDenied(denied: readonly DeniedFields[], others: readonly DeniedFields[]): DeniedFields[] {
  const left = denied.map(({ entity, fields }) => {
    const known = fieldsOf(others, entity);
    return { entity, fields: fields.filter((field) => !known.includes(field)) };
  });
  return left.filter(({ fields }) => fields.length > 0);
}

/** One sentence for each thing that `limits` allows and `held` does not. Both are normalized. */
export function findLoosening(held: TokenLimits, limits: TokenLimits): LimitProblem[] {
  const opened = withoutDenied(held.deniedFields, limits.deniedFields).map(
    ({ entity, fields }) => `a token cannot be given more: ${fields.join(", ")} of "${entity}" takes a new token`,
  );
  const widened = withoutRowLimits(held.rows, limits.rows).map(
    (row) => `to reach rows of "${row.entityKey}" other than those where ${describeRows(row)} takes a new token`,
  );
  const ranges = held.allowedAddresses.map(parseAddressRange);
  const isWithin = (address: string) => ranges.some((range) => coversRange(range, parseAddressRange(address)));
  const added = ranges.length === 0 ? [] : limits.allowedAddresses.filter((address) => !isWithin(address));
  const isOpened = ranges.length > 0 && limits.allowedAddresses.length === 0;
  const isFaster =
    held.requestsPerMinute !== null && (limits.requestsPerMinute ?? Number.POSITIVE_INFINITY) > held.requestsPerMinute;
  const from = isOpened ? "every address" : added.join(", ");
  return [
    ...opened.map((message) => ({ part: "deniedFields" as const, message })),
    ...widened.map((message) => ({ part: "rows" as const, message })),
    ...(from === "" ? [] : [{ part: "allowedAddresses" as const, message: `to work from ${from} takes a new token` }]),
    ...(isFaster ? [{ part: "requestsPerMinute" as const, message: "more requests a minute take a new token" }] : []),
  ];
}
