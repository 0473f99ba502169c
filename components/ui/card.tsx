import { type ReactNode, useId } from "react";

type CardProps = {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function Card({ title, description, actions, children }: CardProps) {
  const id = useId();
  const sheet = "rounded-card border border-line bg-surface p-edge shadow-card sm:p-6";
  if (title === undefined) return <div className={sheet}>{children}</div>;
  return (
    <section aria-labelledby={id} className={sheet}>
      <div className="flex flex-wrap has-[+:not(:empty)]:mb-4 items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {description && <p className="text-quiet text-sm">{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
