"use client";
/** The order of the list, in the row of its search field: its label is for those who cannot see where it stands. */
import { ArrowDownUp } from "lucide-react";
import { useId } from "react";
import { controlClass } from "../../ui/field";
import { SORTS, type Sort } from "./list-query";

const LABELS: Record<Sort, string> = {
  created: "Newest first",
  used: "Last used first",
  expires: "Expires soonest",
  name: "By name",
};

export function SortField({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  const id = useId();
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        Order
      </label>
      <ArrowDownUp
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 hidden size-4 text-quiet @min-[18rem]:block"
      />
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(SORTS.find((sort) => sort === event.target.value) ?? "created")}
        className={`${controlClass} appearance-none pr-4 @min-[18rem]:pl-9`}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {LABELS[sort]}
          </option>
        ))}
      </select>
    </div>
  );
}
