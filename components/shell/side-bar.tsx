/** Beside the page where there is room, otherwise a drawer: the same element, so that the page contains its links once. */
import type { ReactNode } from "react";
import { buttonClass } from "../ui/controls/button";

type SideBarProps = {
  /** Shown at the top of the bar, and at the top of the page where the bar is a drawer. */
  brand: ReactNode;
  /** The content of the drawer's button, which also names it. */
  menuFace: ReactNode;
  children: ReactNode;
};

/** A constant: ids that React makes start over with each new page, while the frame stays. */
const ID = "side-bar";

export function SideBar({ brand, menuFace, children }: SideBarProps) {
  return (
    <header className="border-line max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:justify-between max-lg:gap-x-4 max-lg:border-b max-lg:bg-surface max-lg:px-edge max-lg:py-2 print:hidden">
      <div className="lg:hidden">{brand}</div>
      <button type="button" popoverTarget={ID} className={buttonClass("quiet", "small", "lg:hidden")}>
        {menuFace}
      </button>
      <div id={ID} popover="auto" className="side-bar">
        <div className="max-lg:hidden">{brand}</div>
        {children}
      </div>
    </header>
  );
}
