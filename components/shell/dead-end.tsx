/** A page that says why there is nothing to see, and how to go on. */
import type { ReactNode } from "react";

export function DeadEnd({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-3 py-12">
      <h1 className="font-semibold text-2xl">{title}</h1>
      <div className="text-quiet">{children}</div>
      <div className="mt-3 flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}
