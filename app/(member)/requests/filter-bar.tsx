"use client";
/** The filters of a log, collapsed on a phone. A choice by pointer applies at once. A token pasted by mistake is not sent. */
import { ListFilter } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentProps, type FormEvent, useState, useTransition } from "react";
import { Button, buttonClass } from "@/components/ui/controls/button";
import { PLAIN } from "@/components/ui/controls/control-class";
import { SelectField, TextField } from "@/components/ui/controls/field";
import { FormOnChange } from "@/components/ui/controls/form-on-change";
import { HiddenFields } from "@/components/ui/controls/hidden-fields";
import { useHydrated } from "@/components/ui/controls/use-in-browser";
import type { Filter } from "@/components/ui/filter-chips";
import { NO_TOKEN } from "@/lib/tokens/pasted";
import { IS_TOKEN, readRequestId } from "../explain/read-request-id";

/** `name`: in the address. `suggestions`, `type`: of a text. */
export type FilterField<Name extends string = string> = Filter<Name> &
  Pick<ComponentProps<"input">, "type" | "placeholder"> & { name: string; suggestions?: readonly string[] };

/** `kept`: further parameters of the address, which stay. */
type FilterBarProps = {
  label: string;
  path: string;
  fields: readonly FilterField[];
  kept?: Record<string, string>;
};

export function FilterBar({ label, path, fields, kept = {} }: FilterBarProps) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [withToken, setWithToken] = useState<string | null>(null);
  const [isSearching, startSearch] = useTransition();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given: [string, string][] = [];
    for (const [name, value] of new FormData(event.currentTarget)) {
      const read = readRequestId(`${value}`);
      if (read.kind === "token") return setWithToken(name);
      if (read.kind === "request id") given.push([name, name === REQUEST_ID ? read.requestId : `${value}`.trim()]);
    }
    setWithToken(null);
    startSearch(() => router.push(`${path}?${new URLSearchParams(given)}`));
  };
  return (
    // Once hydrated, the form shows its own messages.
    <FormOnChange action={path} onSubmit={search} aria-label={label} noValidate={hydrated}>
      <HiddenFields values={kept} />
      {/* A browser that cannot style collapsed content keeps the button everywhere. */}
      <details className="group md:details-content:[content-visibility:visible]">
        <summary
          className={buttonClass(
            "secondary",
            "small",
            "list-none group-open:mb-3 supports-[selector(::details-content)]:md:hidden",
          )}
        >
          <ListFilter aria-hidden />
          Filters
        </summary>
        <div className="flex flex-wrap items-end gap-3 *:min-w-0 *:flex-1 *:basis-28 *:last:flex-none">
          {fields.map((field) => (
            <FilterControl
              key={field.name}
              field={field}
              error={withToken !== field.name ? null : field.name === REQUEST_ID ? IS_TOKEN : NO_TOKEN.title}
            />
          ))}
          <Button type="submit" busy={isSearching}>
            Filter
          </Button>
        </div>
      </details>
    </FormOnChange>
  );
}

/** The field that also takes a header line or the body of an error. */
const REQUEST_ID = "request";

function FilterControl({ field, error }: { field: FilterField; error: string | null }) {
  const { name, label, value, options, groups = [], suggestions, type, placeholder } = field;
  if (options !== undefined) {
    return (
      <SelectField name={name} label={label} defaultValue={value} options={options}>
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    );
  }
  const list = suggestions && `${name}-suggestions`;
  return (
    <div>
      <TextField
        label={label}
        {...{ name, type, placeholder, list, error }}
        defaultValue={value}
        {...PLAIN}
        {...NO_TOKEN}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  );
}
