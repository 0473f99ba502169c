"use client";
/** A form with controlled fields. Keeps what is typed into it before its scripts have loaded. */
import { type ComponentProps, useImperativeHandle } from "react";
import { useEarlyInput } from "./use-early-input";

export function EarlyForm({ ref, ...form }: ComponentProps<"form">) {
  const own = useEarlyInput();
  useImperativeHandle(ref, () => own.current as HTMLFormElement, [own]);
  return <form {...form} ref={own} />;
}
