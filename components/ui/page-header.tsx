import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

type PageHeaderProps = {
  title: ReactNode;
  /** The state of the page's subject. */
  badges?: ReactNode;
  description?: ReactNode;
  back?: { href: string; label: string };
  actions?: ReactNode;
};

export function PageHeader({ title, badges, description, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {back && (
        <Link
          href={back.href}
          className="-ml-1 mb-2 inline-flex min-h-6 max-w-full items-center gap-1.5 rounded px-1 text-quiet text-sm hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4 shrink-0" />
          <bdi className="min-w-0 [overflow-wrap:anywhere]">{back.label}</bdi>
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-3xl flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 className="min-w-0 font-semibold text-2xl leading-tight [overflow-wrap:anywhere]">{title}</h1>
            {badges}
          </div>
          {description && <div className="mt-1 text-pretty text-quiet [overflow-wrap:anywhere]">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 max-sm:has-[>:nth-child(4)]:[&_svg]:hidden">{actions}</div>}
      </div>
    </header>
  );
}
