"use client";
import clsx from "clsx";
import { Ban } from "lucide-react";
import { useRef, useState } from "react";
import { readAs } from "@/components/session/read-as";
import { useMemberAction } from "@/components/session/use-member-action";
import { Button } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { pageZone } from "@/components/ui/time/relative-time";
import { formatOutcome, NO_LONGER_ADMINISTRATOR, toneOf } from "./outcome-words";
import type { ChosenToken } from "./revoke/load-chosen";
import { useSelection } from "./selection";

type SelectionBarProps = {
  shown: readonly ChosenToken[];
  search: Record<string, string>;
  isAllShown: boolean;
};

export function SelectionBar({ shown, search, isAllShown }: SelectionBarProps) {
  const { chosen, choose, leaveOut, outcome, onChange, confirmRevocation } = useSelection();
  const matching = useMatching(search);
  const selectAll = useRef<HTMLInputElement>(null);
  const inSight = shown.filter(({ id }) => chosen.has(id)).length;
  const areAllShownChosen = inSight > 0 && inSight === shown.length;
  const chooseShown = (isChosen: boolean) => {
    if (isChosen) choose(shown);
    else leaveOut(shown.map(({ id }) => id));
    onChange();
  };
  // The button disappears with the selection, so the focus has to move to another element.
  const clear = () => {
    leaveOut([...chosen.keys()]);
    onChange();
    const stays = shown.length > 0 ? selectAll.current : document.getElementById("content");
    stays?.focus();
  };
  return (
    <>
      {(shown.length > 0 || chosen.size > 0) && (
        <div
          ref={chosen.size > 0 ? keepInSightBelow : null}
          className={clsx(
            "mb-3 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-canvas py-1 pl-4",
            chosen.size > 0 && "sticky top-0 z-10",
          )}
        >
          <Checkbox
            className="items-center text-sm"
            label={`Select all ${shown.length} shown`}
            checked={areAllShownChosen}
            disabled={shown.length === 0}
            ref={(box: HTMLInputElement | null) => {
              selectAll.current = box;
              if (box !== null) box.indeterminate = inSight > 0 && !areAllShownChosen;
            }}
            onChange={(event) => chooseShown(event.target.checked)}
          />
          <div className="flex flex-wrap items-center gap-3">
            <span role="status" className="text-quiet text-sm">
              {chosen.size > 0 && sentenceOf(chosen.size, inSight, matching.count)}
            </span>
            {chosen.size > 0 && (
              <>
                {areAllShownChosen && !isAllShown && matching.count === null && (
                  <Button look="quiet" size="small" busy={matching.isBusy} onClick={matching.choose}>
                    Select all matching
                  </Button>
                )}
                <Button look="quiet" size="small" onClick={clear}>
                  Clear selection
                </Button>
                <Button icon={Ban} look="danger" size="small" onClick={confirmRevocation}>
                  Revoke {chosen.size.toLocaleString("en")} …
                </Button>
              </>
            )}
          </div>
        </div>
      )}
      <ErrorNotice text={matching.error} />
      <div role="status">
        {outcome && (
          <Notice tone={toneOf(outcome)} className="mb-3">
            {formatOutcome(outcome, pageZone())}
          </Notice>
        )}
      </div>
      {matching.dialog}
    </>
  );
}

/** `matching`: the number of matching tokens, if exactly those are selected; otherwise null. */
function sentenceOf(count: number, inSight: number, matching: number | null): string {
  const number = count.toLocaleString("en");
  if (matching === count) return `All ${number} matching are selected`;
  const hidden = count - inSight;
  return `${number} selected${hidden > 0 ? `, ${hidden.toLocaleString("en")} of them not shown` : ""}`;
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

const TEXTS = { noAnswer: "There was no response. Try again.", forbidden: NO_LONGER_ADMINISTRATOR };

/** `count`: of the matching tokens, as long as exactly these are selected and the filters are unchanged; otherwise null. */
function useMatching(search: Record<string, string>) {
  const { chosen, choose, page, onChange } = useSelection();
  const { run, message, busy, dialog } = useMemberAction(page, TEXTS);
  const [taken, setTaken] = useState<{ address: string; tokens: typeof chosen } | null>(null);
  const address = JSON.stringify(search);

  const chooseAll = () =>
    run(
      () => readAs<{ tokens: ChosenToken[] }>(page, "/admin/tokens/matching", search),
      (found) => {
        setTaken({ address, tokens: choose(found.tokens) });
        onChange();
      },
    );
  const isTaken = taken !== null && taken.tokens === chosen && taken.address === address;
  return { choose: chooseAll, isBusy: busy, error: message, count: isTaken ? chosen.size : null, dialog };
}
