"use client";
/** Shows results while the person types. Without a script, and on Enter with no active option, it submits the form around it. */
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useId, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { NO_TOKEN, readPasted } from "@/lib/tokens/pasted";
import { controlClass } from "../ui/controls/control-class";
import { useEarlyInput } from "../ui/controls/use-early-input";
import { countWords, optionId, ResultList } from "./result-list";
import { nextPlace, useSearch } from "./use-search";

type SearchFieldProps = { page: PageMember; tokenId: string | null; label: string; search: string };

export function SearchField({ page, tokenId, label, search }: SearchFieldProps) {
  const router = useRouter();
  const id = useId();
  const around = useEarlyInput<HTMLDivElement>();
  /** null: the list is closed. */
  const [text, setText] = useState<string | null>(null);
  const [place, setPlace] = useState(-1);
  const { groups, failure, isCurrent } = useSearch(page, text, tokenId);
  const entries = groups.flatMap((group) => group.entries);
  const isOpen = text !== null && (entries.length > 0 || (isCurrent && failure === null));

  const take = (input: string) => {
    // A text that may be a secret is not sent; the browser says so when the form is submitted.
    const isText = readPasted(input).kind === "text" && input.trim() !== "";
    setText(isText ? input : null);
    setPlace(-1);
  };
  const go = (href: string) => {
    setText(null);
    router.push(href);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (key === "Escape" && text !== null) {
      event.preventDefault();
      setText(null);
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (text === null) take(event.currentTarget.value);
      else setPlace(nextPlace(place, key, entries.length));
    } else if (key === "Enter" && entries[place] !== undefined && text !== null) {
      event.preventDefault();
      go(entries[place].href);
    }
  };
  return (
    <div ref={around} className="relative w-80 min-w-0 max-w-full">
      <label htmlFor={`${id}-field`} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <input
        key={search}
        id={`${id}-field`}
        type="search"
        name="q"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen && place >= 0 ? optionId(id, place) : undefined}
        aria-autocomplete="list"
        defaultValue={search}
        placeholder="Rate limit, 429, a field …"
        autoComplete="off"
        {...NO_TOKEN}
        maxLength={200}
        className={controlClass}
        onChange={(event) => take(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setText(null)}
      />
      {isOpen && (
        <div className="absolute z-10 mt-1.5 w-[min(28rem,calc(100vw-2rem))] rounded-card border border-line bg-surface p-1.5 shadow-float sm:right-0">
          {entries.length > 0 ? (
            <ResultList id={id} groups={groups} place={place} className="max-h-[60dvh] overflow-y-auto" onChoose={go} />
          ) : (
            <p className="px-2 py-1.5 text-quiet text-sm">No results. Try a shorter word.</p>
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {failure ?? (isOpen && isCurrent ? countWords(groups) : "")}
      </p>
    </div>
  );
}
