/** Code on its own background, with a title and a copy button. */
import { Fragment, type ReactNode } from "react";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Breakable } from "@/components/ui/text/breakable";
import { type Copied, CopyCode } from "./copy-code";
import { breakable, type CodeLanguage, highlight, type PieceKind } from "./highlight";

/** `copied`: for code that is not shown as it is copied. */
type CodeCardProps = { head: ReactNode; copyLabel: string; copied?: Copied; children: ReactNode };

export function CodeCard({ head, copyLabel, copied, children }: CodeCardProps) {
  return (
    <div data-code className="overflow-hidden rounded-card border border-line bg-sunken">
      <div className="flex min-h-10 flex-wrap items-center gap-2 border-line border-b px-1.5 py-1 pl-3.5">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-sm">{head}</div>
        <CopyCode label={copyLabel} copied={copied} />
      </div>
      {children}
    </div>
  );
}

/** Without a `language` the code is not highlighted. */
type CodeProps = { label: string; language?: CodeLanguage | null; children: string };

/** Long lines wrap, so that no URL is cut off. Long texts scroll within their card, and are printed in full. */
export function Code({ label, language = null, children }: CodeProps) {
  return (
    <ScrollArea
      label={label}
      className="max-h-[26rem] overflow-auto focus-visible:-outline-offset-2 print:max-h-none print:overflow-visible"
    >
      <pre className="whitespace-pre-wrap px-3.5 py-3 text-left font-mono text-[0.8125rem] leading-relaxed [overflow-wrap:anywhere]">
        {language === null ? (
          <Breakable text={children} split={breakable} />
        ) : (
          <Colored code={children} language={language} />
        )}
      </pre>
    </ScrollArea>
  );
}

const COLORS: Record<PieceKind, string> = {
  comment: "text-quiet",
  string: "text-good",
  keyword: "text-accent",
  name: "text-accent",
  number: "text-warn",
  option: "text-warn",
};

function Colored({ code, language }: { code: string; language: CodeLanguage }) {
  return highlight(code, language).map(({ kind, text }, index) => {
    const content = <Breakable text={text} split={breakable} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other key.
    if (kind === null) return <Fragment key={index}>{content}</Fragment>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span key={index} className={COLORS[kind]}>
        {content}
      </span>
    );
  });
}
