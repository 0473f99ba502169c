/** Shows and places the tooltips of a page, on hover, focus and touch. Loaded at the first interaction. */
import { exactTime, localTime } from "../time/relative-time";

const TRIGGERS = "[data-tip], [data-exact-time]";
const GAP = 4;
const MARGIN = 8;

/** Shows tooltips in `layer`. Returns a function that stops this. */
export function showTips(layer: HTMLElement): () => void {
  let shownFor: Element | null = null;
  const hide = () => {
    shownFor = null;
    layer.hidePopover();
  };
  const show = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof Element) || layer.contains(target)) return;
    const trigger = target.closest(TRIGGERS);
    if (trigger === shownFor) return;
    if (trigger === null) {
      // Moving the pointer elsewhere does not hide the tooltip of the focused element.
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
  // The first hover or focus happened before this code had loaded.
  show({ target: document.activeElement });
  if (shownFor === null) show({ target: [...document.querySelectorAll(":hover")].at(-1) ?? null });
  return () => stopping.abort();
}

function textOf(trigger: Element): string {
  const moment = trigger.getAttribute("data-exact-time");
  if (moment === null) return trigger.getAttribute("data-tip") ?? "";
  const at = new Date(moment);
  return [exactTime(at), localTime(at)].filter((line) => line !== null).join("\n");
}

/** Above the trigger, or below it if there is no room; never beyond the edges of the window. */
function place(layer: HTMLElement, trigger: DOMRect): void {
  const { width, height } = layer.getBoundingClientRect();
  const above = trigger.top - height - GAP;
  const centered = trigger.left + trigger.width / 2 - width / 2;
  layer.style.top = `${above >= MARGIN ? above : trigger.bottom + GAP}px`;
  layer.style.left = `${Math.max(MARGIN, Math.min(centered, document.documentElement.clientWidth - width - MARGIN))}px`;
}
