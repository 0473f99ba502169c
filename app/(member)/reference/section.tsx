import clsx from "clsx";
import type { ReactNode } from "react";
import { AnchorLink } from "@/components/reading/anchor-link";

type ReferenceSectionProps = { id: string; title: string; aside?: ReactNode; children: ReactNode };

export function ReferenceSection({ id, title, aside, children }: ReferenceSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 border-line border-t py-9 first:border-t-0 first:pt-0 print:break-inside-avoid-page"
    >
      <div
        className={clsx(
          "grid grid-cols-1 gap-x-8 gap-y-5",
          aside && "@4xl/content:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] print:block",
        )}
      >
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

export function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ", "}
      <code className="[overflow-wrap:anywhere]">{name}</code>
    </span>
  ));
}
