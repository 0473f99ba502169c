/** How many entities a row names without cutting a name. Estimated: the server cannot measure text. */

/** `condition`: on the records that the token reaches; an icon says that there is one. */
type Named = { label: string; letters: string; condition: string | null };

/** Further entities are counted. */
const MAX_CHIPS = 2;
/** The width of the column in a narrow and in a wide list (`ACCESS_COLUMN`), without padding, in px at the normal text size. */
const NARROW_ROOM = 104;
const WIDE_ROOM = 184;
const CHIP_EDGES = 16;
const GAP = 4;
const MORE = 18;
const ICON = 16;

/** 0: there is room for the count alone. Narrow lists name all or none. */
export function chipsOf(accesses: readonly Named[]): { narrow: number; wide: number } {
  const named = Math.min(accesses.length, MAX_CHIPS);
  const rest = accesses.slice(named);
  const more = rest.length === 0 ? 0 : GAP + MORE + (rest.some(isLimited) ? ICON : 0);
  const chips = accesses.slice(0, named);
  const room = chips.reduce((sum, chip) => sum + roomOf(chip), (named - 1) * GAP + more);
  return { narrow: more === 0 && room <= NARROW_ROOM ? named : 0, wide: room <= WIDE_ROOM ? named : 0 };
}

export function isLimited({ condition }: Pick<Named, "condition">): boolean {
  return condition !== null;
}

function roomOf(named: Named): number {
  return CHIP_EDGES + widthOf(named.label) + widthOf(named.letters) + (isLimited(named) ? ICON : 0);
}

/** The width of text at 12 px. Chinese, Japanese and Korean letters are as wide as they are high. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter >= "\u1100" || /[mwMW@%]/.test(letter) ? 12 : 6.6), 0);
}
