/** The choice of row density: buttons that refer to a form elsewhere, because they are inside another form. */
import { Rows2, Rows4 } from "lucide-react";
import { buttonClass } from "../../../ui/controls/button";
import { DENSITIES, type Density } from "./density";
import { chooseDensity } from "./density-action";

const LOOKS = {
  comfortable: { icon: Rows2, label: "Comfortable rows" },
  compact: { icon: Rows4, label: "Compact rows" },
} as const;

const FORM_ID = "density";

export function DensityForm() {
  return <form id={FORM_ID} action={chooseDensity} />;
}

/** Shown only where the list is a table. */
export function DensitySwitch({ density }: { density: Density }) {
  return (
    <div className="hidden gap-1 @table:flex">
      {DENSITIES.map((each) => {
        const { icon: Icon, label } = LOOKS[each];
        return (
          <button
            key={each}
            type="submit"
            form={FORM_ID}
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
    </div>
  );
}
