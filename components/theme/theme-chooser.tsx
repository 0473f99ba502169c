"use client";
import type { ChangeEvent, ReactNode } from "react";
/** Changes the theme at once, and remembers it in a cookie that the server reads for the next page. */
import { YEAR_SECONDS } from "@/lib/time/durations";
import { parseTheme, THEME_COOKIE } from "./theme";

/** Around radio buttons whose values are themes. */
export function ThemeChooser({ children }: { children: ReactNode }) {
  const choose = ({ target }: ChangeEvent<HTMLFieldSetElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    const theme = parseTheme(target.value);
    document.documentElement.dataset.theme = theme;
    // biome-ignore lint/suspicious/noDocumentCookie: a preference and nothing more; the other way is not in all browsers.
    document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };
  return (
    <fieldset onChange={choose} className="inline-flex min-w-0 flex-wrap gap-0.5 rounded-control bg-sunken p-0.5">
      {children}
    </fieldset>
  );
}
