"use client";
/**
 * Shows the tooltips of a whole page, one at a time, so that a list of a thousand costs no more than one: `data-tip` has its
 * text with it, `data-exact-time` a moment. What they say stands in the
 * page for screen readers, so the layer is hidden from them.
 */
import { type ReactNode, useEffect, useRef } from "react";
import { exactTime, localTime } from "./relative-time";

const TRIGGERS = "[data-tip], [data-exact-time]";
const GAP = 4;
const MARGIN = 8;

export function TipLayer() {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => (layer.current === null ? undefined : watch(layer.current)), []);
  return (
    <div
      ref={layer}
      popover="manual"
      aria-hidden
      id="tip"
      className="fixed m-0 max-w-72 whitespace-pre-line rounded-control bg-ink px-2.5 py-1.5 text-canvas text-xs leading-normal"
    />
  );
}

function watch(layer: HTMLElement): () => void {
  let shownFor: Element | null = null;
  const hide = () => {
    shownFor = null;
    layer.hidePopover();
  };
  const show = ({ target }: Event) => {
    if (!(target instanceof Element) || layer.contains(target)) return;
    const trigger = target.closest(TRIGGERS);
    if (trigger === shownFor) return;
    if (trigger === null) {
      // Moving the pointer elsewhere takes no tooltip from what has the focus.
      if (shownFor && !shownFor.contains(document.activeElement)) hide();
      return;
    }
    shownFor = trigger;
    layer.textContent = textOf(trigger);
    layer.showPopover();
    place(layer, trigger.getBoundingClientRect());
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && shownFor !== null) hide();
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  document.addEventListener("pointerover", show, { signal });
  document.addEventListener("focusin", show, { signal });
  document.addEventListener("focusout", hide, { signal });
  document.addEventListener("keydown", onKey, { signal });
  window.addEventListener("scroll", hide, { signal, capture: true, passive: true });
  return () => stopping.abort();
}

function textOf(trigger: Element): string {
  const moment = trigger.getAttribute("data-exact-time");
  if (moment === null) return trigger.getAttribute("data-tip") ?? "";
  const at = new Date(moment);
  return [exactTime(at), localTime(at)].filter((line) => line !== null).join("\n");
}

/** Above the trigger, or below it where there is no room; never beyond the edges of the window. */
function place(layer: HTMLElement, trigger: DOMRect): void {
  const { width, height } = layer.getBoundingClientRect();
  const above = trigger.top - height - GAP;
  const centred = trigger.left + trigger.width / 2 - width / 2;
  layer.style.top = `${above >= MARGIN ? above : trigger.bottom + GAP}px`;
  layer.style.left = `${Math.max(MARGIN, Math.min(centred, document.documentElement.clientWidth - width - MARGIN))}px`;
}

/** A few words about a control or a mark, on hover and focus (`TipLayer`); screen readers find them right behind it. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span data-tip={text}>
      {children}
      <span className="sr-only"> {text}</span>
    </span>
  );
}
