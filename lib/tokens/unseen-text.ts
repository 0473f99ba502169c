/** Finds invisible characters that could make two names look the same, except those that scripts and emoji need. */

export function hasUnseenInside(text: string): boolean {
  return ALWAYS.test(text) || JOINS_NOTHING.test(text) || TAGS_NOTHING.test(text) || hasIdleMark(text);
}

/** No script needs them within a line: soft hyphens, zero-width spaces, word joiners, fillers, marks of annotations. */
const ALWAYS =
  /\u034F|[\u00AD\u115F\u1160\u17B4\u17B5\u180E\u200B\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1D173}-\u{1D17A}]/u;

/** Joiners and variation selectors belong to emoji and to scripts with joining letters, never after the letters listed here. */
const JOINS_NOTHING =
  /(?:^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{White_Space}])(?:\u200C|\u200D|[\uFE00-\uFE0F])/u;

/** Tags turn the black flag into other flags. */
const TAGS_NOTHING = /(?<![\u{1F3F4}\u{E0020}-\u{E007F}])[\u{E0000}-\u{E007F}]/u;

/** Direction marks have a meaning only beside letters that run from right to left. */
function hasIdleMark(text: string): boolean {
  return (
    /[\u061C\u200E\u200F]/.test(text) &&
    !/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text)
  );
}
