import { DeadEnd } from "@/components/shell/dead-end";
import { PublicFrame } from "@/components/shell/public-frame";

/** Only for the development server; a built service responds to such paths before Next is involved (`proxy.ts`). */
export const metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <PublicFrame>
      <DeadEnd
        title="There is no such page"
        text="The address may be incomplete, or the page has moved."
        way={{ href: "/", label: "Go to the start page" }}
      />
    </PublicFrame>
  );
}
