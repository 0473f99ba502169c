/**
 * What the index of a search is asked for, and which records are read. The index keeps a list of records for each piece of three
 * letters, and finds a word by the lists of all its pieces. The list of a piece that many words share is long and
 * excludes few records: over a million records "zeppelin" took 5.7 ms, and 0.4 without "eli" and "lin", which a quarter of all
 * records have. So such pieces are left to the records that the other lists lead to, where the whole words are compared. Pure.
 */

/** Some folded texts, at least one. `counts` has, at the place of a piece, how many of them contain it. */
export type Sample = { texts: readonly string[]; counts: Uint16Array };

/**
 * What the index is asked for, in place of the words. `share` is how many of all records have the words; `isSeen` whether so many
 * texts of the sample have them that this is not far off. Else it is what they have at most.
 */
type AskedOfIndex = { parts: string[]; share: number; isSeen: boolean };

/**
 * With what else is known of the records: how many there are, and when they were created, in milliseconds since 1970, ascending
 * and with equally many between each two; none if that is not known.
 */
export type Sampled = AskedOfIndex & { records: number; times: number[] };

/**
 * How the first matches of an order are found: all matches are read by the index of the search; or, in an order by time, those
 * that an index over time has among recent records too, `since` in milliseconds since 1970; or records along the order, until
 * enough have matched.
 */
export type Way = { kind: "all matches" | "along the order" } | { kind: "recent matches"; since: number };

/** In characters. */
const LENGTH = 3;
/** A piece is a number of three digits: 0 to 9 and a to z. */
const BASE = 36;
const PIECES = BASE ** LENGTH;

/** Of pieces with other characters nothing is known: which of them are letters depends on the locale of the database. */
const KNOWN = /^[0-9a-z]+$/;

/** To compare the words with one record takes about so many times as long as to read one entry of a list. */
const RECORD_COST = 100;

/** Fewer sightings may be chance. */
const SEEN = 5;
/** If more texts have each word, enough matches are soon found along the time, and these texts are not counted. */
const FREQUENT = 1 / 20;

/** In microseconds, as measured: to read a record anywhere or the one that was created next, and to note an entry of an index. */
const ANY_RECORD = 4;
const NEXT_RECORD = 1.4;
const SEARCH_ENTRY = 0.25;
const TIME_ENTRY = 0.06;

/** Recent records are so many that they should have this many times the matches that are wanted, because a sample errs. */
const RESERVE = 3;

/** Of at most 65,535 texts. */
export function countPieces(texts: readonly string[]): Sample {
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
  return { texts, counts };
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
export function askedOfIndex(words: string[], { texts, counts }: Sample): AskedOfIndex {
  const countOf = (piece: string) => counts[Number.parseInt(piece, BASE)] ?? 0;
  const shareOf = (piece: string) => Math.max(countOf(piece), 1) / texts.length;
  const pieces = words.filter((word) => KNOWN.test(word)).flatMap(piecesOf);
  if (pieces.length === 0) return { parts: words, share: 1, isSeen: false };
  const fewest = Math.min(...pieces.map(countOf));
  const rarest = Math.max(fewest, 1) / texts.length;
  // All pieces of a word can be frequent, and the word is not.
  const isBetween = fewest >= SEEN && rarest < FREQUENT;
  const having = isBetween ? texts.filter((text) => words.every((word) => text.includes(word))).length : fewest;
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
    share: Math.min(1, (having + 1) / texts.length),
    isSeen: having >= SEEN,
  };
}

/** The order of the matches, the newest first or another; `isWhole`: all matches are in it, and not a part of them. */
export type Order = { byTime: boolean; isWhole: boolean };

/**
 * The cheapest way to the first `limit` matches. PostgreSQL decides by its own samples, and took a word of one record in 1,000 for
 * four times as frequent: in a million records it read 100,000 along the time, in 51 ms instead of 9.
 */
export function wayTo(limit: number, sampled: Sampled, { byTime, isWhole }: Order): Way {
  const { share, isSeen, records } = sampled;
  const matches = share * records;
  const recent = recentRecords(limit, sampled);
  const costs: [Way, number][] = [
    [{ kind: "all matches" }, matches * (ANY_RECORD + SEARCH_ENTRY)],
    [{ kind: "along the order" }, (limit / share) * (byTime ? NEXT_RECORD : ANY_RECORD)],
  ];
  const since = byTime && isWhole && isSeen ? recentSince(limit, sampled) : null;
  if (since !== null) {
    const cost = RESERVE * limit * ANY_RECORD + recent * TIME_ENTRY + matches * SEARCH_ENTRY;
    costs.push([{ kind: "recent matches", since }, cost]);
  }
  const [[cheapest]] = costs.sort(([, one], [, other]) => one - other) as [[Way, number]];
  return cheapest;
}

/** Among so many of the newest records there should be enough matches. */
function recentRecords(limit: number, { share }: AskedOfIndex): number {
  return (RESERVE * limit) / share;
}

/** Since when these were created, in milliseconds since 1970; null if that is not known, or there are not so many. */
export function recentSince(limit: number, sampled: Sampled): number | null {
  const { records, times } = sampled;
  const place = (1 - recentRecords(limit, sampled) / records) * (times.length - 1);
  const [before, behind] = [times[Math.floor(place)], times[Math.ceil(place)]];
  if (before === undefined || behind === undefined) return null;
  return before + (behind - before) * (place % 1);
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
