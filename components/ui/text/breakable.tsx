/** A path or a code that breaks after separators rather than within a word. */
import { Fragment } from "react";

/** `split`: into the parts between which it may break. `wbr` is not copied with the text. */
export function Breakable({ text, split = afterSeparators }: { text: string; split?: (text: string) => string[] }) {
  const parts = split(text);
  if (parts.length === 1) return text;
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function afterSeparators(text: string): string[] {
  return text.split(/(?<=[/_])/);
}
