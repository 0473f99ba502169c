/** For the `ref` of a bar that stays at the top of the window: what gets the focus is scrolled to below it, however tall it is. */

/** A focus ring is drawn around its control. */
const RING_PX = 8;

export function keepInSightBelow(bar: HTMLElement | null): (() => void) | undefined {
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
