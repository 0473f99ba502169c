/**
 * Beside the page where there is room for it; else a drawer, which a button opens and the platform closes on Escape and a press
 * elsewhere, and the frame after a link in it. It is the same element in both, so that its links stand in the page once.
 */
import type { ReactNode } from "react";
import { buttonClass } from "../ui/controls/button";

type SideBarProps = {
  /** On top of the bar, and of the page where the bar is a drawer. */
  brand: ReactNode;
  /** Inside the button of the drawer, whose name it is. */
  menuFace: ReactNode;
  children: ReactNode;
};

/** Not made by React: those that it makes on the server begin anew with each page that is led to, and the frame stays. */
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
