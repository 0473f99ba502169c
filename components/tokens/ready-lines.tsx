"use client";
/** Lines that are ready to be copied to where the token is used: they hold the token, and show it only where it is revealed. */
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { CodeBlock } from "../ui/code-block";
import { Button } from "../ui/controls/button";
import { CopyButton } from "../ui/controls/copy-button";
import { curlOf, environmentLine, firstPagePath, shortMask } from "./secret-lines";

type ReadyLinesProps = {
  token: string;
  revealed: boolean;
  origin: string;
  firstEntity: { key: string; pluralLabel: string } | null;
  onCopied: () => void;
};

export function ReadyLines({ token, revealed, origin, firstEntity, onCopied }: ReadyLinesProps) {
  const inLine = revealed ? token : shortMask(token);
  const lines: { title: string; copyLabel: string; write: (token: string) => string; more?: ReactNode }[] = [
    {
      title: "For your .env file",
      copyLabel: "Copy .env line",
      write: environmentLine,
      more: <DownloadEnvironment token={token} />,
    },
    {
      title: "Who am I",
      copyLabel: "Copy curl for /me",
      write: (text) => curlOf(origin, "/me", text),
    },
  ];
  if (firstEntity !== null) {
    lines.push({
      title: `The first of the ${firstEntity.pluralLabel}`,
      copyLabel: `Copy curl for ${firstEntity.pluralLabel}`,
      write: (text) => curlOf(origin, firstPagePath(firstEntity.key), text),
    });
  }
  return (
    <div className="grid min-w-0 gap-4 border-line border-t pt-4">
      {lines.map(({ title, copyLabel, write, more }) => (
        <div key={title} className="grid min-w-0 gap-1.5">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
            <h3 className="font-medium text-sm">{title}</h3>
            <span className="flex flex-wrap items-center gap-2">
              {more}
              <CopyButton
                aria-label={copyLabel}
                text={write(token)}
                onCopy={(outcome) => outcome === "copied" && onCopied()}
              />
            </span>
          </div>
          <CodeBlock label={title}>{write(inLine)}</CodeBlock>
        </div>
      ))}
    </div>
  );
}

/** Whether a download arrived nobody can know: it does not count as copied. */
function DownloadEnvironment({ token }: { token: string }) {
  const download = () => {
    const address = URL.createObjectURL(new Blob([`${environmentLine(token)}\n`], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: address, download: "public-records.env" }).click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button size="small" look="quiet" aria-label="Download .env" onClick={download}>
      <Download aria-hidden />
      Download
    </Button>
  );
}
