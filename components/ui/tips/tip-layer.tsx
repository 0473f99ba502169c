"use client";
/**
 * Shows the tooltips of a whole page, one at a time, so that a list of a thousand costs no more than one: `data-tip` contains the
 * text, `data-exact-time` a moment. The page already contains these texts for screen readers, so the layer is hidden from them.
 */
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
