"use client";
/** Leads to an act that has to be confirmed. */
import { type ComponentProps, type RefObject, useEffect, useRef } from "react";
import { LinkButton } from "../ui/controls/button";

export function ActLink(link: ComponentProps<typeof LinkButton>) {
  const ref = useFocusAfterRemoval<HTMLAnchorElement>();
  return <LinkButton look="risky" {...link} ref={ref} scroll={false} prefetch={false} />;
}

/** Once it is done its control is gone: the focus goes to the other one of its `data-act`, or else to the page's content. */
export function useFocusAfterRemoval<Control extends HTMLElement>(): RefObject<Control | null> {
  const ref = useRef<Control>(null);
  useEffect(() => {
    const act = ref.current?.closest("[data-act]");
    return () => {
      if (document.activeElement !== document.body) return;
      const other = act?.querySelector<HTMLElement>("a, button") ?? document.getElementById("content");
      other?.focus();
    };
  }, []);
  return ref;
}
