/** Acts that a page links to are confirmed in a dialog over it. Their routes are the same as those of the pages. */
import { OUTCOME_ID } from "@/components/confirm/outcome-id";

export default function DialogLayout({ children }: LayoutProps<"/">) {
  return (
    <>
      {children}
      <p
        id={OUTCOME_ID}
        role="status"
        className="fixed inset-x-3 bottom-3 z-20 mx-auto max-w-xl rounded-control border border-good/40 bg-good-soft px-3.5 py-2.5 text-ink text-sm empty:hidden"
      />
    </>
  );
}
