"use client";
/** Filters a list by the typed words. Without a script there is no field, and the whole list is shown. */
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { controlClass } from "@/components/ui/controls/control-class";
import { useHydrated } from "@/components/ui/controls/use-in-browser";

/** Wraps a list whose items have their words in `data-words`, in lower case. */
export function QuickFilter({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => showCurrent(list.current), []);

  const filter = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const words = target.value.toLowerCase().split(/\s+/);
    const items = [...(list.current?.querySelectorAll<HTMLElement>("[data-words]") ?? [])];
    for (const item of items) item.hidden = !words.every((word) => item.dataset.words?.includes(word));
    setLeft(target.value.trim() === "" ? null : items.filter(({ hidden }) => !hidden).length);
  };
  return (
    <>
      {isShown && hydrated && (
        <div className="px-1 pt-1 pb-2">
          <input
            type="search"
            aria-label="Filter the entities"
            placeholder="Filter"
            autoComplete="off"
            onChange={filter}
            className={`${controlClass} min-h-8! py-1! text-sm`}
          />
          <p role="status" className="px-1.5 text-quiet text-xs not-empty:pt-1">
            {left === null ? "" : left === 1 ? "1 entity" : `${left} entities`}
          </p>
        </div>
      )}
      <div ref={list}>{children}</div>
    </>
  );
}

/** The current item may be far down the list. Scrolls only the list's container, never the page. */
function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>("[aria-current]");
  const column = current?.closest("nav");
  if (current && column) column.scrollTop = current.offsetTop - column.clientHeight / 3;
}
