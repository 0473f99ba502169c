"use client";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { Notice } from "@/components/ui/notice";
import { exactTime, pageZone } from "@/components/ui/time/relative-time";
import type { ShownLink } from "./actions";

export function LinkOnce({ title, link: { url, expires } }: { title: string; link: ShownLink }) {
  return (
    <Notice tone="good" role="status" title={title}>
      <p>
        Send this link only to this person: anyone who opens it can sign in. It works once, until{" "}
        {exactTime(new Date(expires), pageZone())}, and is not shown again.
      </p>
      <code
        data-link
        className="my-3 block break-all rounded-control border border-edge bg-surface px-3 py-2 font-mono text-[0.8125rem]"
      >
        {url}
      </code>
      <CopyButton text={url} label="Copy link" />
    </Notice>
  );
}
