/** The first thing that the keyboard reaches: past the header, to the page itself. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-control bg-accent px-4 py-2 text-accent-ink focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10"
    >
      Skip to the page
    </a>
  );
}
