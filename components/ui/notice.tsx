/** A message in the page: what happened, or what to know. With a `role`, screen readers announce it when it appears later. */
import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type NoticeTone = "info" | "good" | "warn" | "bad";

const TONES = {
  info: { icon: Info, look: "border-line bg-sunken text-ink" },
  good: { icon: CircleCheck, look: "border-good/40 bg-good-soft text-good" },
  warn: { icon: TriangleAlert, look: "border-warn/40 bg-warn-soft text-warn" },
  bad: { icon: CircleAlert, look: "border-bad/40 bg-bad-soft text-bad" },
} as const;

type NoticeProps = {
  tone?: NoticeTone;
  title?: string;
  /** `status` waits until the screen reader has finished, `alert` interrupts. Without one it is normal text. */
  role?: "status" | "alert";
  className?: string;
  children?: ReactNode;
};

export function Notice({ tone = "info", title, role, className, children }: NoticeProps) {
  const { icon: Icon, look } = TONES[tone];
  return (
    <div role={role} className={clsx("flex gap-2.5 rounded-control border px-3.5 py-2.5 text-sm", look, className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
      </div>
    </div>
  );
}

export function ErrorNotice({ text }: { text: string | null | undefined }) {
  return text ? (
    <Notice tone="bad" role="alert">
      {text}
    </Notice>
  ) : null;
}
