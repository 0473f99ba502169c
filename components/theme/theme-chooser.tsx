"use client";
/** Changes the theme immediately, and stores it in a cookie that the server reads for the next page. */
import type { ChangeEvent, ReactNode } from "react";
import { YEAR_SECONDS } from "@/lib/time/durations";
import { parseTheme, THEME_COOKIE, type Theme } from "./theme";

export function ThemeChooser({ children }: { children: ReactNode }) {
  const choose = ({ target }: ChangeEvent<HTMLFieldSetElement>) => {
    if (target instanceof HTMLInputElement) adoptTheme(parseTheme(target.value));
  };
  return (
    <fieldset
      ref={adoptEarly}
      onChange={choose}
      className="inline-flex min-w-0 flex-wrap gap-0.5 rounded-control bg-sunken p-0.5"
    >
      {children}
    </fieldset>
  );
}

/** Updates every theme switch on the page as well. */
export function adoptTheme(theme: Theme): void {
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    radio.checked = radio.value === theme;
  }
  document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: only a preference, and the Cookie Store API is not in all browsers.
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** Applies a choice that was made before this code had loaded. */
function adoptEarly(choices: HTMLFieldSetElement | null): void {
  const early = choices?.querySelector<HTMLInputElement>("input:checked:not([checked])");
  if (early) adoptTheme(parseTheme(early.value));
}
