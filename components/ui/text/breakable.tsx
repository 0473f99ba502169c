/** A path or a code that breaks after separators rather than within a word. */
import { Fragment } from "react";

export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[/_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
