/** Follows a heading within an element of class `group`: a link whose address can be copied. */
export function AnchorLink({ id, title }: { id: string; title: string }) {
  return (
    <a
      href={`#${id}`}
      aria-label={`Link to ${title}`}
      className="inline-grid size-6 place-items-center rounded align-middle font-normal text-quiet opacity-0 hover:text-accent focus-visible:opacity-100 group-hover:opacity-100 print:hidden"
    >
      #
    </a>
  );
}
