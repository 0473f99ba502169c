"use client";
/** Around a page of requests: a language that is chosen for one of them is chosen for all, and for the next page. */
import type { ChangeEvent, ReactNode } from "react";
import { YEAR_SECONDS } from "@/lib/time/durations";
import { LANGUAGE_COOKIE } from "./language";

/** Radio buttons choose by themselves; this only makes them agree. */
export function LanguageChooser({ children }: { children: ReactNode }) {
  const choose = ({ target }: ChangeEvent<HTMLDivElement>) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(RADIOS)) return;
    for (const radio of document.querySelectorAll<HTMLInputElement>(RADIOS)) {
      radio.checked = radio.value === target.value;
    }
    // biome-ignore lint/suspicious/noDocumentCookie: a preference and nothing more; the other way is not in all browsers.
    document.cookie = `${LANGUAGE_COOKIE}=${target.value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };
  return <div onChange={choose}>{children}</div>;
}

const RADIOS = "input[data-language]";
