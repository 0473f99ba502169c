/** The choices of a theme. `ThemeChooser` applies them. */
import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { THEMES, type Theme } from "./theme";
import { ThemeChooser } from "./theme-chooser";

const LOOKS: Record<Theme, { icon: LucideIcon; label: string }> = {
  system: { icon: Monitor, label: "System" },
  light: { icon: Sun, label: "Light" },
  dark: { icon: Moon, label: "Dark" },
};

export function ThemeSwitch({ initial }: { initial: Theme }) {
  return (
    <ThemeChooser>
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => {
        const { icon: Icon, label } = LOOKS[theme];
        return (
          <label
            key={theme}
            className="relative inline-flex min-h-7 items-center gap-1.5 rounded-md px-2 text-quiet text-xs hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              defaultChecked={theme === initial}
              className="absolute inset-0 appearance-none rounded-md outline-none"
            />
            <Icon aria-hidden className="size-3.5" />
            {label}
          </label>
        );
      })}
    </ThemeChooser>
  );
}
