import { X } from "lucide-react";
import Link from "next/link";
import type { SelectOption } from "./controls/field";

/** `options`: of a choice, perhaps in groups. */
export type Filter<Name extends string = string> = {
  filter: Name;
  label: string;
  value: string;
  options?: readonly SelectOption[];
  groups?: readonly { label: string; options: readonly SelectOption[] }[];
};

/** An address may filter by a value that is not among the choices: it is listed, so that it can be cleared. */
export function withChosen(options: readonly SelectOption[], chosen = ""): readonly SelectOption[] {
  const isThere = chosen === "" || options.some(({ value }) => value === chosen);
  return isThere ? options : [...options, { value: chosen, label: chosen }];
}

type FilterChipsProps<Name extends string> = {
  fields: readonly Filter<Name>[];
  withoutHref: (filter: Name) => string;
};

/** The filters in force, each with a link that removes it. */
export function FilterChips<Name extends string>({ fields, withoutHref }: FilterChipsProps<Name>) {
  return fields
    .filter(({ value }) => value !== "")
    .map(({ filter, label, value, options = [], groups = [] }) => {
      const choices = [options, ...groups.map((group) => group.options)].flat();
      const shown = choices.find((option) => option.value === value)?.label ?? value;
      return (
        <span
          key={filter}
          className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-2xl border border-line bg-surface py-0.5 pr-1 pl-3 text-sm"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="text-quiet">{label}: </span>
            <bdi>{shown}</bdi>
          </span>
          <Link
            href={withoutHref(filter)}
            aria-label={`Remove the filter ${label}: ${shown}`}
            className="grid size-6 shrink-0 place-items-center rounded-full text-quiet hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </Link>
        </span>
      );
    });
}
