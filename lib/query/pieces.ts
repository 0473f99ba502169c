/**
 * What the index of a search is asked for, and when all that it finds is read. The index keeps a list of records for each piece
 * of three letters, and finds a word by the lists of all its pieces. The list of a piece that many words share is long and
 * excludes few records: over a million records "zeppelin" took 5.7 ms, and 0.4 without "eli" and "lin", which a quarter of all
 * records have. So such pieces are left to the records that the other lists lead to, where the whole words are compared. Pure.
 */

/** Of a sample: `counts` has, at the place of a piece, how many of so many `texts`, at least one, contain it. */
export type PieceCounts = { counts: Uint16Array; texts: number };

/** What the index is asked for, in place of the words. `share` is how many of all records have the words, at most. */
export type AskedOfIndex = { parts: string[]; share: number };

/** In characters. */
const LENGTH = 3;
/** A piece is a number of three digits: 0 to 9 and a to z. */
const BASE = 36;
const PIECES = BASE ** LENGTH;

/** Of pieces with other characters nothing is known: which of them are letters depends on the locale of the database. */
const KNOWN = /^[0-9a-z]+$/;

/** To compare the words with one record takes about so many times as long as to read one entry of a list. */
const RECORD_COST = 100;

/** Counts the pieces of texts that are folded. At most 65,535 texts. */
export function countPieces(texts: readonly string[]): PieceCounts {
  const counts = new Uint16Array(PIECES);
  const lastText = new Uint16Array(PIECES);
  for (const [index, text] of texts.entries()) {
    let piece = 0;
    let run = 0;
    for (let at = 0; at < text.length; at += 1) {
      const digit = digitOf(text.charCodeAt(at));
      run = digit === null ? 0 : run + 1;
      piece = (piece * BASE + (digit ?? 0)) % PIECES;
      if (run < LENGTH || lastText[piece] === index + 1) continue;
      lastText[piece] = index + 1;
      counts[piece] = (counts[piece] ?? 0) + 1;
    }
  }
  return { counts, texts: texts.length };
}

const [ZERO, NINE, A, Z] = [..."09az"].map((digit) => digit.charCodeAt(0)) as [number, number, number, number];

function digitOf(code: number): number | null {
  if (code >= ZERO && code <= NINE) return code - ZERO;
  return code >= A && code <= Z ? code - A + 10 : null;
}

/**
 * The words, or of each the rarest part whose lists cost less than the records that they exclude. Every record with all of the
 * words has all of the parts, and few others do.
 */
export function askedOfIndex(words: string[], { counts, texts }: PieceCounts): AskedOfIndex {
  const countOf = (piece: string) => counts[Number.parseInt(piece, BASE)] ?? 0;
  const shareOf = (piece: string) => Math.max(countOf(piece), 1) / texts;
  const pieces = words.filter((word) => KNOWN.test(word)).flatMap(piecesOf);
  if (pieces.length === 0) return { parts: words, share: 1 };
  const rarest = Math.min(...pieces.map(shareOf));
  const isAsked = (piece: string) => {
    const share = shareOf(piece);
    return share === rarest || share < RECORD_COST * rarest * (1 - share);
  };
  const rarityOf = (part: string) => Math.min(...piecesOf(part).map(shareOf));
  // One part of a word excludes nearly all that several would, and each costs PostgreSQL time to plan.
  const partOf = (word: string) =>
    partsOf(word, isAsked)
      .sort((one, other) => rarityOf(one) - rarityOf(other))
      .slice(0, 1);
  return {
    parts: words.flatMap((word) => (KNOWN.test(word) ? partOf(word) : [word])),
    share: Math.min(1, (Math.min(...pieces.map(countOf)) + 1) / texts),
  };
}

/**
 * Whether it costs less to read all matches by the index of the search than to read along an order until so many have matched.
 * PostgreSQL decides by its own samples, and took a word of one record in 1,000 for four times as frequent: in a million records
 * it read 100,000 along the time, in 51 ms instead of 9.
 */
export function readsAllMatches({ share }: AskedOfIndex, records: number, limit: number): boolean {
  return share * records < limit / share;
}

function piecesOf(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - LENGTH + 1) }, (_, at) => word.slice(at, at + LENGTH));
}

/** The longest parts of which every piece is asked for. */
function partsOf(word: string, isAsked: (piece: string) => boolean): string[] {
  const parts: string[] = [];
  let isNew = true;
  for (const piece of piecesOf(word)) {
    if (!isAsked(piece)) isNew = true;
    else if (isNew) {
      parts.push(piece);
      isNew = false;
    } else parts.push(`${parts.pop()}${piece.slice(-1)}`);
  }
  return parts;
}
