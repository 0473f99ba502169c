"use client";
/** The order of the list, in the row of its search field: its label is for those who cannot see where it stands. */
import { useId } from "react";
import { controlClass } from "../../ui/control-look";
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
    <div>
      <label htmlFor={id} className="sr-only">
        Order
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(SORTS.find((sort) => sort === event.target.value) ?? "created")}
        className={`${controlClass} pr-2`}
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
