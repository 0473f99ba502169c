"use client";
/** Once an act is done its control is gone: the focus goes to the other one of its `data-act`, or else to the page's content. */
import { useEffect, useRef } from "react";

/** Place it beside the control, so that it is removed with it. */
export function FocusAfterRemoval() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const act = place.current?.closest("[data-act]");
    return () => {
      if (document.activeElement !== document.body) return;
      const other = act?.querySelector<HTMLElement>("a, button") ?? document.getElementById("content");
      other?.focus();
    };
  }, []);
  return <span hidden ref={place} />;
}
