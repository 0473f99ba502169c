import { FilterChip } from "@/components/ui/filter-chip";
import type { FilterField } from "./filter-bar";

type FilterChipsProps = { fields: readonly FilterField[]; withoutHref: (filter: string) => string };

/** The filters in force, each with a link that removes it. */
export function FilterChips({ fields, withoutHref }: FilterChipsProps) {
  return fields
    .filter(({ value }) => value !== "")
    .map(({ filter, label, value, options = [], groups = [] }) => {
      const choices = [options, ...groups.map((group) => group.options)].flat();
      const shown = choices.find((option) => option.value === value)?.label ?? value;
      return <FilterChip key={filter} name={label} value={shown} withoutHref={withoutHref(filter)} />;
    });
}
