"use client";
/** The button under a list that shows the next page of it. With the last one it goes away, and the focus goes on in the list. */
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/button";

/** Stands right after the table. `count`: of what the next page holds. */
export function ShowMore({ count, onShow }: { count: number; onShow: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const show = () => {
    const table = button.current?.previousElementSibling;
    const names = () => table?.querySelectorAll<HTMLElement>("th[scope=row] a") ?? [];
    const shown = names().length;
    flushSync(onShow);
    if (button.current === null) names()[shown]?.focus();
  };
  return (
    <Button ref={button} className="mx-auto mt-4 flex" onClick={show}>
      Show {count} more
    </Button>
  );
}
