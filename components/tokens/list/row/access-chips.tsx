/** A token's access: R reads, W writes, + has further verbs, an icon: only some records. The text lists every verb and condition. */
import { ListFilter } from "lucide-react";
import { isOfTheFour } from "@/lib/access/verbs";
import type { RowLimit, Scopes, VerbWord } from "@/lib/model";
import { describeRowLimits } from "@/lib/tokens/row-limits";
import { Tooltip } from "../../../ui/tips/tooltip";

type AccessChipsProps = {
  scopes: Scopes;
  rows: readonly RowLimit[];
  labelOf: (entityKey: string) => string;
};

type Access = {
  entity: string;
  label: string;
  verbs: readonly VerbWord[];
  letters: string;
  /** On the records that the token reaches, which an icon stands for; null: none. */
  condition: string | null;
};

export function AccessChips({ scopes, rows, labelOf }: AccessChipsProps) {
  const conditions = describeRowLimits(rows);
  if (scopes === null) return <Everything conditions={conditions} labelOf={labelOf} />;
  if (scopes.length === 0) return <span className="text-quiet">Nothing</span>;
  const granted = scopes.map(({ entity, verbs }) => {
    const condition = conditions.get(entity) ?? null;
    return { entity, label: labelOf(entity), verbs, letters: lettersOf(verbs), condition };
  });
  // Entities with a condition come first, so that they are among the few that are named.
  const accesses = granted.toSorted((one, other) => Number(isLimited(other)) - Number(isLimited(one)));
  const { narrow, wide } = chipsOf(accesses);
  const count = <Count accesses={accesses} />;
  if (wide === 0) return count;
  const names = <Names accesses={accesses} named={wide} />;
  if (narrow > 0) return names;
  return (
    <>
      <span className="@min-[61rem]:hidden">{count}</span>
      <span className="hidden @min-[61rem]:inline">{names}</span>
    </>
  );
}

type EverythingProps = Pick<AccessChipsProps, "labelOf"> & { conditions: ReadonlyMap<string, string> };

function Everything({ conditions, labelOf }: EverythingProps) {
  if (conditions.size === 0) return <span className="whitespace-nowrap">Everything</span>;
  return (
    <Tooltip
      text={[...conditions].map(([entity, condition]) => `${labelOf(entity)}: only where ${condition}`).join("\n")}
    >
      <span className="inline-flex items-center gap-1 whitespace-nowrap">
        Everything
        <SomeRecords />
      </span>
    </Tooltip>
  );
}

function SomeRecords() {
  return <ListFilter aria-hidden className="size-3 shrink-0 text-quiet" />;
}

const CHIP = "inline-flex items-center gap-1 whitespace-nowrap rounded-md bg-sunken px-1.5 text-xs leading-5";

function Names({ accesses, named }: { accesses: readonly Access[]; named: number }) {
  const rest = accesses.slice(named);
  return (
    <span className="flex items-center gap-1">
      {accesses.slice(0, named).map((access) => (
        <span key={access.entity} data-tip={sentenceOf(access)} className={CHIP}>
          <bdi>{access.label}</bdi>
          <span aria-hidden className="font-medium">
            {access.letters}
          </span>
          {isLimited(access) && <SomeRecords />}
          <span className="sr-only">: {reachOf(access)}</span>
        </span>
      ))}
      {rest.length > 0 && (
        <Tooltip text={rest.map(sentenceOf).join("\n")}>
          <span className="inline-flex items-center gap-1 whitespace-nowrap text-quiet text-xs">
            +{rest.length}
            {rest.some(isLimited) && <SomeRecords />}
          </span>
        </Tooltip>
      )}
    </span>
  );
}

function Count({ accesses }: { accesses: readonly Access[] }) {
  const letters = lettersOf(accesses.flatMap(({ verbs }) => verbs));
  return (
    <Tooltip text={accesses.map(sentenceOf).join("\n")}>
      <span className={CHIP}>
        {accesses.length === 1 ? "1 entity" : `${accesses.length} entities`}
        <span aria-hidden className="font-medium">
          · {letters}
        </span>
        {accesses.some(isLimited) && <SomeRecords />}
      </span>
    </Tooltip>
  );
}

function sentenceOf(access: Access): string {
  return `${access.label}: ${reachOf(access)}`;
}

/** "list, update, only where region is EMEA" */
function reachOf({ verbs, condition }: Access): string {
  return `${verbs.join(", ")}${condition === null ? "" : `, only where ${condition}`}`;
}

export function lettersOf(verbs: readonly VerbWord[]): string {
  const reads = verbs.includes("list") ? "R" : "";
  const writes = verbs.some((verb) => isOfTheFour(verb) && verb !== "list") ? "W" : "";
  const further = verbs.some((verb) => !isOfTheFour(verb)) ? "+" : "";
  return reads + writes + further;
}

/** Further entities are counted. How many are named without cutting a name is estimated: the server cannot measure text. */
const MAX_CHIPS = 2;
/** The width of the column in a narrow and in a wide list (`ACCESS_COLUMN`), without padding, in px at the normal text size. */
const NARROW_ROOM = 104;
const WIDE_ROOM = 184;
const CHIP_EDGES = 16;
const GAP = 4;
const MORE = 18;
const ICON = 16;

/** 0: there is room for the count alone. Narrow lists name all or none. */
function chipsOf(accesses: readonly Access[]): { narrow: number; wide: number } {
  const named = Math.min(accesses.length, MAX_CHIPS);
  const rest = accesses.slice(named);
  const more = rest.length === 0 ? 0 : GAP + MORE + (rest.some(isLimited) ? ICON : 0);
  const chips = accesses.slice(0, named);
  const room = chips.reduce((sum, chip) => sum + roomOf(chip), (named - 1) * GAP + more);
  return { narrow: more === 0 && room <= NARROW_ROOM ? named : 0, wide: room <= WIDE_ROOM ? named : 0 };
}

function isLimited({ condition }: Access): boolean {
  return condition !== null;
}

function roomOf(access: Access): number {
  return CHIP_EDGES + widthOf(access.label) + widthOf(access.letters) + (isLimited(access) ? ICON : 0);
}

/** The width of text at 12 px. Chinese, Japanese and Korean letters are as wide as they are high. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter >= "\u1100" || /[mwMW@%]/.test(letter) ? 12 : 6.6), 0);
}
