/** A token's limits as typed and ticked, before they are parsed. */
import { splitAddresses } from "@/lib/http/address-range";
import type { TokenLimits } from "@/lib/model";
import { type LimitProblem, numberProblems } from "@/lib/tokens/limits";
import { type RowDraft, rowProblems, toRowLimit } from "./row-draft";

export type LimitsDraft = {
  denied: ReadonlySet<FieldPath>;
  rows: readonly RowDraft[];
  /** As typed: separated by line breaks, commas or spaces. */
  addresses: string;
  requestsPerMinute: string;
};

export type FieldPath = `${string}:${string}`;

export const NOT_LIMITED: LimitsDraft = { denied: new Set(), rows: [], addresses: "", requestsPerMinute: "" };

export function pathOf(entityKey: string, fieldKey: string): FieldPath {
  return `${entityKey}:${fieldKey}`;
}

export function draftOfLimits({ deniedFields, rows, allowedAddresses, requestsPerMinute }: TokenLimits): LimitsDraft {
  return {
    denied: new Set(deniedFields.flatMap(({ entity, fields }) => fields.map((field) => pathOf(entity, field)))),
    rows: rows.map((limit) => ({ kind: "stored", limit, removable: false })),
    addresses: allowedAddresses.join("\n"),
    requestsPerMinute: requestsPerMinute === null ? "" : String(requestsPerMinute),
  };
}

/** Once it is saved: a condition can be typed no further. */
export function withStoredRows(draft: LimitsDraft): LimitsDraft {
  return { ...draft, rows: draft.rows.map((row) => ({ kind: "stored", limit: toRowLimit(row), removable: false })) };
}

/** Text that is not a number becomes NaN, which the validation reports. */
export function toLimits({ denied, rows, addresses, requestsPerMinute }: LimitsDraft): TokenLimits {
  const requests = requestsPerMinute.trim();
  return {
    deniedFields: [...denied].map((path) => {
      const [entity = "", field = ""] = path.split(":");
      return { entity, fields: [field] };
    }),
    rows: rows.map(toRowLimit),
    allowedAddresses: splitAddresses(addresses),
    requestsPerMinute: requests === "" ? null : toNumber(requests),
  };
}

/** Without conditions that have no value yet: there is nothing to say of them. */
export function withoutUnfinished(draft: LimitsDraft): LimitsDraft {
  return { ...draft, rows: draft.rows.filter((row) => rowProblems(row).length === 0) };
}

/** Digits only: `Number` also accepts "0x10" and "1e3". */
function toNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

/** The problems that the browser can find. The server checks whether the owner can read the fields, and the values. */
export function findLimitProblems(draft: LimitsDraft): LimitProblem[] {
  return [...draft.rows.flatMap(rowProblems), ...numberProblems(toLimits(draft))];
}

export function toggleField(draft: LimitsDraft, path: FieldPath): LimitsDraft {
  const denied = new Set(draft.denied);
  if (!denied.delete(path)) denied.add(path);
  return { ...draft, denied };
}

/** Clears all if all are ticked, otherwise ticks all. */
export function toggleFields(draft: LimitsDraft, paths: readonly FieldPath[]): LimitsDraft {
  const denied = new Set(draft.denied);
  const isAllRead = paths.every((path) => !denied.has(path));
  for (const path of paths) {
    if (isAllRead) denied.add(path);
    else denied.delete(path);
  }
  return { ...draft, denied };
}
