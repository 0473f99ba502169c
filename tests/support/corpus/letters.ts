/** Text that is hard to store, compare or cut: controls, invisible letters, halves of pairs, look-alikes, long ones. */
import { cross, shaped } from "./cross";

const CODE_POINTS = [
  0x00, 0x01, 0x07, 0x08, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x80, 0x85, 0xa0, 0xad, 0xe9, 0x0130, 0x0131, 0x0301, 0x03c2,
  0x0660, 0x1e9e, 0x200b, 0x200d, 0x202e, 0x2028, 0x3000, 0xe000, 0xfb01, 0xfeff, 0xff21, 0xfffd, 0xfffe, 0xffff,
  0x1f600, 0x1f468, 0xe0001, 0x10ffff,
];
/** Half a pair is no character. */
const HALVES = ["\ud800", "\udbff", "\udc00", "\udfff", "\ude00\ud83d"];

const SURROUNDINGS = [
  (text: string) => text,
  (text: string) => `a${text}b`,
  (text: string) => `${text}b`,
  (text: string) => `a${text}`,
  (text: string) => text.repeat(50),
];

const SAME_TO_SOMEBODY = [
  "e\u0301",
  "\u00e9",
  "ﬁ",
  "fi",
  "İ",
  "i\u0307",
  "ß",
  "ẞ",
  "SS",
  "Å",
  "\u212b",
  "ｎａｍｅ",
  "nаme",
  "ΟΔΟΣ",
  "οδος",
];

/** Around every limit that the contract names, in letters of one to four bytes. */
const LONG = cross(["a", "é", "😀", "%", '"', "\u0000"], [""]).flatMap((letter) =>
  [99, 101, 199, 201, 255, 257, 1_000, 2_049, 8_000, 70_000].map((length) => letter.repeat(length)),
);

export const LETTERS: readonly string[] = [
  "",
  " ",
  "\t",
  ...shaped(
    CODE_POINTS.map((point) => String.fromCodePoint(point)),
    SURROUNDINGS,
  ),
  ...shaped(HALVES, SURROUNDINGS),
  ...SAME_TO_SOMEBODY,
  ...LONG,
];
