"use client";
/** The number of unread notices. The frame stays while pages change, so it is fetched again with each page. */
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import type { PageMember } from "@/lib/session/visitor";
import { readAs } from "../session/read-as";

type Counted = { unread: number };

const Unread = createContext(0);

/** `counted`: a new object whenever the server has counted. */
type UnreadProviderProps = { page: PageMember; counted: Counted; children: ReactNode };

export function UnreadProvider({ page, counted, children }: UnreadProviderProps) {
  const path = usePathname();
  const pathBefore = useRef(path);
  const [asked, setAsked] = useState<(Counted & { after: Counted }) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again only when the page changes.
  useEffect(() => {
    if (path === pathBefore.current) return;
    pathBefore.current = path;
    let isPast = false;
    readAs<Counted>(page, "/notices/unread", {}).then(
      (answer) => !isPast && "unread" in answer && setAsked({ ...answer, after: counted }),
      // On failure the number stays; the page itself reports connection problems.
      () => {},
    );
    return () => {
      isPast = true;
    };
  }, [path]);
  return <Unread value={asked?.after === counted ? asked.unread : counted.unread}>{children}</Unread>;
}

export function UnreadMark() {
  const unread = use(Unread);
  if (unread === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-accent px-1.5 font-medium text-accent-ink text-xs leading-5">
      {unread > 99 ? "99+" : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
