"use client";
/** The order of the list, in the row of its search field: its label is for those who cannot see where it stands. */
import { useId } from "react";
import { Select } from "../../ui/select";
import { useHydrated } from "../../ui/use-hydrated";
import { SORTS, type Sort } from "./list-query";

const LABELS: Record<Sort, string> = {
  created: "Newest first",
  used: "Last used first",
  expires: "Expires soonest",
  name: "By name",
};

const OPTIONS = SORTS.map((sort) => ({ value: sort, label: LABELS[sort] }));

export function SortField({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  const id = useId();
  const isHydrated = useHydrated();
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        Order
      </label>
      <Select
        id={id}
        value={value}
        disabled={!isHydrated}
        options={OPTIONS}
        onChange={(event) => onChange(SORTS.find((sort) => sort === event.target.value) ?? "created")}
      />
    </div>
  );
}
