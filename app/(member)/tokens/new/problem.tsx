/** What is wrong with a group of controls, in the look of the fields. */
import { CircleAlert } from "lucide-react";

export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="flex items-start gap-1.5 text-bad text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}
