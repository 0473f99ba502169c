/** Suggests the closest known name. `known` must contain only names that the caller can find out anyway. */

/** A sentence with a space before it; empty if no name is close. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const name = closestName(written, known);
  return name === null ? "" : ` Did you mean ${name}?`;
}

export function closestName(written: string, known: Iterable<string>): string | null {
  const own = plain(written);
  if (own === "" || written.length > MAX_LENGTH) return null;
  let closest: string | null = null;
  let least = toleranceOf(own) + 1;
  for (const name of known) {
    const distance = distanceBetween(own, plain(name), least);
    if (name === written || distance >= least) continue;
    closest = name;
    least = distance;
  }
  return closest;
}

/** Longer than any name. Comparing costs the product of both lengths. */
const MAX_LENGTH = 64;

/** Removes case and separators, which differ most often. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_.$[\]-]/g, "");
}

function toleranceOf({ length }: string): number {
  return length < 3 ? 0 : length < 6 ? 1 : 2;
}

/** The number of letters that were omitted, added, replaced or swapped; `enough` if there are at least that many. */
function distanceBetween(left: string, right: string, enough: number): number {
  if (Math.abs(left.length - right.length) >= enough) return enough;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : enough;
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        swapped,
      );
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(at(last, right.length), enough);
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
