"use client";
/** How many tokens are chosen, a way to choose all that are shown, and what can be done to them. */
import clsx from "clsx";
import { Ban } from "lucide-react";
import { useRef } from "react";
import type { TokenItem } from "@/components/tokens/list/token-item";
import { Button } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";

type SelectionBarProps = {
  /** Those in sight that can be chosen. */
  shown: readonly TokenItem[];
  chosen: readonly TokenItem[];
  onChoose: (items: readonly TokenItem[], among: "chosen" | "left out") => void;
  onRevoke: () => void;
};

export function SelectionBar({ shown, chosen, onChoose, onRevoke }: SelectionBarProps) {
  const selectAll = useRef<HTMLInputElement>(null);
  const ids = new Set(chosen.map(({ id }) => id));
  const inSight = shown.filter(({ id }) => ids.has(id)).length;
  const hidden = chosen.length - inSight;
  // The button goes away with what it clears: the focus must not fall out of the page with it.
  const clear = () => {
    onChoose(chosen, "left out");
    const stays = shown.length > 0 ? selectAll.current : document.getElementById("content");
    stays?.focus();
  };
  if (shown.length === 0 && chosen.length === 0) return null;
  return (
    <div
      ref={chosen.length > 0 ? keepInSightBelow : null}
      className={clsx(
        "mb-3 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-canvas py-1 pl-4",
        chosen.length > 0 && "sticky top-0 z-10",
      )}
    >
      <Checkbox
        className="items-center text-sm"
        label={`Select all ${shown.length} shown`}
        checked={inSight > 0 && inSight === shown.length}
        disabled={shown.length === 0}
        ref={(box: HTMLInputElement | null) => {
          selectAll.current = box;
          if (box !== null) box.indeterminate = inSight > 0 && inSight < shown.length;
        }}
        onChange={(event) => onChoose(shown, event.target.checked ? "chosen" : "left out")}
      />
      <div className="flex flex-wrap items-center gap-3">
        <span role="status" className="text-quiet text-sm">
          {chosen.length > 0 && `${chosen.length} selected${hidden > 0 ? `, ${hidden} of them not shown` : ""}`}
        </span>
        {chosen.length > 0 && (
          <>
            <Button look="quiet" size="small" onClick={clear}>
              Clear selection
            </Button>
            <Button look="danger" size="small" onClick={onRevoke}>
              <Ban aria-hidden />
              Revoke {chosen.length} …
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

const RING_PX = 8;

function keepInSightBelow(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.scrollPaddingTop = `${bar.offsetHeight + RING_PX}px`;
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.scrollPaddingTop = "";
  };
}
