/** A sentence of lib in which `words` of code stand between backticks. Everything in it is text. */
export function Prose({ text }: { text: string }) {
  const parts = text.split("`");
  // A backtick without its other half is a backtick.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
      <code key={index} className="rounded bg-sunken px-1 py-px text-[0.9em] [overflow-wrap:anywhere]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
