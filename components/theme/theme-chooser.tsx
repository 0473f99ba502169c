"use client";
/** Changes the theme at once, and remembers it in a cookie that the server reads for the next page. */
import type { ChangeEvent, ReactNode } from "react";
import { YEAR_SECONDS } from "@/lib/time/durations";
import { parseTheme, THEME_COOKIE } from "./theme";

/** Around radio buttons whose values are themes. */
export function ThemeChooser({ children }: { children: ReactNode }) {
  const choose = ({ target }: ChangeEvent<HTMLFieldSetElement>) => {
    if (target instanceof HTMLInputElement) adopt(target.value);
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

function adopt(text: string): void {
  const theme = parseTheme(text);
  document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: a preference and nothing more; the other way is not in all browsers.
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** What was chosen before this code could hear it. */
function adoptEarly(choices: HTMLFieldSetElement | null): void {
  const early = choices?.querySelector<HTMLInputElement>("input:checked:not([checked])");
  if (early) adopt(early.value);
}
