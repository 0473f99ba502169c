"use client";
/** Wraps a page of requests: a language chosen for one of them applies to all, and to the next page. */
import type { ChangeEvent, ReactNode } from "react";
import { YEAR_SECONDS } from "@/lib/time/durations";
import { LANGUAGE_COOKIE } from "./language";

/** Radio buttons work without a script; this only synchronises them. */
export function LanguageChooser({ children }: { children: ReactNode }) {
  const choose = ({ target }: ChangeEvent<HTMLDivElement>) => {
    if (!(target instanceof HTMLInputElement) || !target.matches(RADIOS)) return;
    for (const radio of document.querySelectorAll<HTMLInputElement>(RADIOS)) {
      radio.checked = radio.value === target.value;
    }
    // biome-ignore lint/suspicious/noDocumentCookie: only a preference, and the Cookie Store API is not in all browsers.
    document.cookie = `${LANGUAGE_COOKIE}=${target.value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };
  return <div onChange={choose}>{children}</div>;
}

const RADIOS = "input[data-language]";
