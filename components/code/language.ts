/** The languages in which requests are shown, and the cookie that remembers the reader's choice. */
import { LANGUAGES, type Language } from "@/lib/public-api/reference/snippets";

export const LANGUAGE_COOKIE = "language";

export const LANGUAGE_NAMES: Record<Language, string> = { curl: "curl", javascript: "JavaScript", python: "Python" };

export function parseLanguage(text: string | undefined): Language {
  return LANGUAGES.find((language) => language === text) ?? "curl";
}
