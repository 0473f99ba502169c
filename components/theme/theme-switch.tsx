import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { RadioTab } from "../ui/controls/radio-tab";
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
          <RadioTab key={theme} size="small" name="theme" value={theme} defaultChecked={theme === initial}>
            <Icon aria-hidden className="size-3.5" />
            {label}
          </RadioTab>
        );
      })}
    </ThemeChooser>
  );
}
