"use client";
/** A form that a choice by pointer sends. Keys change a choice with each step, so they send it by Enter or the button. */
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from "react";
import { Button } from "./button";
import { useHydrated } from "./use-in-browser";

export function FormOnChange(form: ComponentProps<"form">) {
  const isByKeys = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    isByKeys.current = true;
    if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    <form
      {...form}
      onPointerDown={() => {
        isByKeys.current = false;
      }}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        if (!isByKeys.current) event.currentTarget.requestSubmit();
      }}
    />
  );
}

export function ButtonForKeys({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  return (
    <Button type="submit" className={isHydrated ? "not-focus:sr-only" : undefined}>
      {children}
    </Button>
  );
}
