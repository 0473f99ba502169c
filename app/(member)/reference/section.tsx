/** A section that can be linked to: its text, and beside it, where there is room, its code, which stays in sight. */
import clsx from "clsx";
import type { ReactNode } from "react";

type ReferenceSectionProps = { id: string; title: string; aside?: ReactNode; children: ReactNode };

export function ReferenceSection({ id, title, aside, children }: ReferenceSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 border-line border-t py-9 first:border-t-0 first:pt-0 print:break-inside-avoid-page"
    >
      <div className={clsx("grid grid-cols-1 gap-x-10 gap-y-5", aside && "@4xl/content:grid-cols-2 print:block")}>
        <div className="min-w-0">
          <h2 className="group mb-3 font-semibold text-xl leading-snug">
            <span id={`${id}-title`}>{title}</span> <AnchorLink id={id} title={title} />
          </h2>
          <div className="reference-text">{children}</div>
        </div>
        {aside && (
          <div className="min-w-0">
            <div className="grid grid-cols-1 gap-4 @4xl/content:sticky @4xl/content:top-4">{aside}</div>
          </div>
        )}
      </div>
    </section>
  );
}

function AnchorLink({ id, title }: { id: string; title: string }) {
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

/** Several names of code after one another. */
export function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ", "}
      <code className="[overflow-wrap:anywhere]">{name}</code>
    </span>
  ));
}
