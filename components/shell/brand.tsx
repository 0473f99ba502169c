import Link from "next/link";

export function Brand({ href }: { href: string }) {
  return (
    <Link href={href} className="inline-flex min-h-9 items-center gap-2.5 rounded-sm font-semibold">
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 shrink-0 text-accent" fill="currentColor">
        <rect x="2" y="3" width="20" height="4.5" rx="1.5" opacity=".45" />
        <rect x="2" y="9.75" width="20" height="4.5" rx="1.5" />
        <rect x="2" y="16.5" width="12" height="4.5" rx="1.5" opacity=".45" />
        <circle cx="19.5" cy="18.75" r="2.5" />
      </svg>
      Public Records API
    </Link>
  );
}
