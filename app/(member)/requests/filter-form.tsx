"use client";
/** The filters of the request log. Without JavaScript it is a plain form. A token pasted by mistake is not sent. */
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import { SelectField, type SelectOption, TextField } from "@/components/ui/controls/field";
import { FilterFields } from "@/components/ui/controls/filter-fields";
import { useHydrated } from "@/components/ui/controls/use-in-browser";
import { NO_TOKEN } from "@/lib/tokens/pasted";
import { IS_TOKEN, readRequestId } from "../explain/read-request-id";
import type { RequestFilter } from "./requests-address";

export type FilterField = {
  filter: RequestFilter;
  name: string;
  label: string;
  value: string;
  options: readonly SelectOption[];
};

type FilterFormProps = { path: string; fields: readonly FilterField[]; requestId: string };

export function FilterForm({ path, fields, requestId }: FilterFormProps) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [error, setError] = useState<string | null>(null);
  const [isSearching, startSearch] = useTransition();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const pasted = readRequestId(String(form.get("request")));
    if (pasted.kind === "token") return setError(IS_TOKEN);
    setError(null);
    form.set("request", pasted.kind === "request id" ? pasted.requestId : "");
    const given = [...form].flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]]));
    startSearch(() => router.push(`${path}?${new URLSearchParams(given)}`));
  };
  return (
    <form
      action={path}
      onSubmit={search}
      aria-label="Filter requests"
      // From then on the form shows its own messages.
      noValidate={hydrated}
    >
      <FilterFields>
        {fields.map(({ name, label, value, options }) => (
          <SelectField key={name} name={name} label={label} defaultValue={value} options={options} />
        ))}
        <TextField
          label="Request ID"
          name="request"
          defaultValue={requestId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...NO_TOKEN}
          error={error}
        />
        <Button type="submit" busy={isSearching}>
          Filter
        </Button>
      </FilterFields>
    </form>
  );
}
