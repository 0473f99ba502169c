import clsx from "clsx";

/** Apart from the fields, so that a page with one text area does not load the code of all. */
export const controlClass = clsx(
  "w-full min-w-0 rounded-control border border-edge bg-surface px-3 py-1.5 text-base text-ink placeholder:text-quiet sm:text-sm",
  "min-h-9 aria-invalid:border-bad disabled:bg-sunken disabled:text-quiet",
);

/** For text that is no prose, such as ids and addresses. */
export const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
