"use client";
/** Loads the choice of a time zone at the first interaction with the page: its menu is closed until then. */
import { type ComponentType, useEffect, useState } from "react";
import { onFirstSign } from "../ui/dialog/load-when-used";

export function Times({ zone }: { zone: string }) {
  const [Switch, setSwitch] = useState<ComponentType<{ zone: string }> | null>(null);
  useEffect(
    () =>
      onFirstSign(() => {
        import("./times-switch").then(
          ({ TimesSwitch }) => setSwitch(() => TimesSwitch),
          // If loading fails, the time zone stays as it was chosen.
          () => {},
        );
      }),
    [],
  );
  return Switch && <Switch zone={zone} />;
}
