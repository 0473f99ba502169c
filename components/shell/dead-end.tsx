/** A page that says why there is nothing to see, and where to go instead. */
import { Compass } from "lucide-react";
import { LinkButton } from "../ui/controls/button";

type DeadEndProps = { title: string; text: string; way: { href: string; label: string } };

export function DeadEnd({ title, text, way }: DeadEndProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center gap-2 py-16 text-center sm:py-24">
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Compass aria-hidden className="size-5" />
      </span>
      <h1 className="font-semibold text-2xl leading-tight">{title}</h1>
      <p className="text-quiet">{text}</p>
      <LinkButton href={way.href} look="primary" className="mt-4">
        {way.label}
      </LinkButton>
    </div>
  );
}
