/** The themes that a reader can choose, and the cookie that stores the choice. "system" follows the device. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "theme";

export function parseTheme(text: string | undefined): Theme {
  return THEMES.find((theme) => theme === text) ?? "system";
}
