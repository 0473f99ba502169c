/** A page that says why there is nothing to see, and where to go instead. */
import { Compass } from "lucide-react";
import type { ReactNode } from "react";

export function DeadEnd({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center gap-2 py-16 text-center sm:py-24">
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Compass aria-hidden className="size-5" />
      </span>
      <h1 className="font-semibold text-2xl leading-tight">{title}</h1>
      <div className="text-quiet">{children}</div>
      <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>
    </div>
  );
}
