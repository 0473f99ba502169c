/** The languages that requests are shown in, and the cookie that remembers which of them somebody reads. Pure. */
import { LANGUAGES, type Language } from "@/lib/public-api/reference/languages";

export const LANGUAGE_COOKIE = "language";

export const LANGUAGE_NAMES: Record<Language, string> = { curl: "curl", javascript: "JavaScript", python: "Python" };

export function parseLanguage(text: string | undefined): Language {
  return LANGUAGES.find((language) => language === text) ?? "curl";
}
