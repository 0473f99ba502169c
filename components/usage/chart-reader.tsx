"use client";
/** Describes one bar of the chart in a line: the one under the pointer, the tapped one, or by the arrow keys of that line. */
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useHydrated } from "../ui/controls/use-in-browser";

/** `latest`: the text of the last bar. */
type ChartReaderProps = { count: number; latest: string; children: ReactNode };

const BAR = "[data-tip]";

export function ChartReader({ count, latest, children }: ChartReaderProps) {
  const chart = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [words, setWords] = useState(latest);
  const isHydrated = useHydrated();

  // After each render, because the chart may have changed.
  useEffect(() => setWords(mark(chart.current, chosen) ?? latest));

  const onPoint = ({ target }: SyntheticEvent) => {
    const bar = target instanceof Element ? target.closest(BAR) : null;
    if (bar !== null) setChosen(barsOf(bar.closest("svg")).indexOf(bar));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextOf(event.key, chosen ?? count - 1, count - 1);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <>
      <div ref={chart} onPointerOver={onPoint} onPointerDown={onPoint}>
        {children}
      </div>
      <div className="min-h-6 text-sm">
        {isHydrated && (
          <div
            role="slider"
            tabIndex={0}
            aria-label="Bar of the chart"
            aria-valuemin={1}
            aria-valuemax={count}
            aria-valuenow={(chosen ?? count - 1) + 1}
            aria-valuetext={words}
            onKeyDown={onKeyDown}
            className="rounded-sm text-quiet [overflow-wrap:anywhere]"
          >
            {words}
          </div>
        )}
      </div>
    </>
  );
}

function barsOf(svg: Element | null): Element[] {
  return [...(svg?.querySelectorAll(BAR) ?? [])];
}

/** Marks the bar in each size of the chart. Returns its text; null if there is none. */
function mark(chart: Element | null, chosen: number | null): string | null {
  const charts = [...(chart?.querySelectorAll("svg") ?? [])].map(barsOf);
  for (const bars of charts) {
    for (const [index, bar] of bars.entries()) bar.toggleAttribute("data-read", index === chosen);
  }
  return chosen === null ? null : (charts[0]?.[chosen]?.getAttribute("data-tip") ?? null);
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

function nextOf(key: string, from: number, last: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return last;
  const step = STEPS[key];
  return step === undefined ? null : Math.max(0, Math.min(last, from + step));
}
