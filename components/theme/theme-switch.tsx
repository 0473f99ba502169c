"use client";
/** Changes the theme at once, and remembers it in a cookie that the server reads for the next page. */
import clsx from "clsx";
import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useId, useState } from "react";
import { THEME_COOKIE, THEMES, type Theme } from "./theme";

const LOOKS: Record<Theme, { icon: LucideIcon; label: string }> = {
  system: { icon: Monitor, label: "System" },
  light: { icon: Sun, label: "Light" },
  dark: { icon: Moon, label: "Dark" },
};

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [chosen, setChosen] = useState(initial);
  const name = useId();
  const choose = (theme: Theme) => {
    setChosen(theme);
    document.documentElement.dataset.theme = theme;
    // biome-ignore lint/suspicious/noDocumentCookie: a preference and nothing more; the other way is not in all browsers.
    document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };
  return (
    <fieldset className="inline-flex gap-0.5 rounded-control bg-sunken p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => {
        const { icon: Icon, label } = LOOKS[theme];
        return (
          <label
            key={theme}
            className={clsx(
              "relative inline-flex min-h-7 items-center gap-1.5 rounded-md px-2 text-quiet text-xs hover:text-ink",
              "has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-card",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent",
            )}
          >
            <input
              type="radio"
              name={name}
              value={theme}
              checked={chosen === theme}
              onChange={() => choose(theme)}
              className="absolute inset-0 appearance-none rounded-md outline-none"
            />
            <Icon aria-hidden className="size-3.5" />
            {label}
          </label>
        );
      })}
    </fieldset>
  );
}
