/** The choice of how close rows stand. A form, so that it needs no script; shown where there is room for a table at all. */
import { Rows2, Rows4 } from "lucide-react";
import { buttonClass } from "../../ui/controls/button";
import { DENSITIES, type Density } from "./density";
import { chooseDensity } from "./density-action";

const LOOKS = {
  comfortable: { icon: Rows2, label: "Comfortable rows" },
  compact: { icon: Rows4, label: "Compact rows" },
} as const;

export function DensitySwitch({ density }: { density: Density }) {
  return (
    <form action={chooseDensity} className="mb-2 hidden justify-end gap-1 @3xl:flex">
      {DENSITIES.map((each) => {
        const { icon: Icon, label } = LOOKS[each];
        return (
          <button
            key={each}
            type="submit"
            name="density"
            value={each}
            title={label}
            aria-pressed={each === density}
            className={buttonClass("quiet", "small", "text-quiet aria-pressed:bg-sunken aria-pressed:text-ink")}
          >
            <Icon aria-hidden />
            <span className="sr-only">{label}</span>
          </button>
        );
      })}
    </form>
  );
}
