/** A sentence from lib with `code` between backticks. Everything in it is text, never markup. */
export function Prose({ text }: { text: string }) {
  const parts = text.split("`");
  // An unpaired backtick stays a backtick.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
      <code key={index} className="rounded bg-sunken px-1 py-px text-[0.9em] [overflow-wrap:anywhere]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
