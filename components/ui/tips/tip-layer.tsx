"use client";
/** One layer shows all tooltips of a page: `data-tip` a text, `data-exact-time` a moment. Screen readers have them in the page. */
import { useEffect, useRef } from "react";
import { onFirstSign } from "../dialog/load-when-used";

export function TipLayer() {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop = () => {};
    const stopWaiting = onFirstSign(async () => {
      const tips = await import("./show-tips").catch(() => null);
      if (tips !== null && layer.current !== null) stop = tips.showTips(layer.current);
    });
    return () => {
      stopWaiting();
      stop();
    };
  }, []);
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
