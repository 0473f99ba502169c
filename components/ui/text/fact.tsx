/** A fact in a `<dl>`: name and value, one below the other or (`FactRow`) in two columns. */
import type { ReactNode } from "react";

type FactProps = { name: string; children: ReactNode };

export function Fact(fact: FactProps) {
  return (
    <div className="min-w-0">
      <FactRow {...fact} />
    </div>
  );
}

export function FactRow({ name, children }: FactProps) {
  return (
    <>
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
