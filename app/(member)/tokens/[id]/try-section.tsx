/** Requests to copy, with a variable in the secret's place: the secret itself is nowhere any more. */
import { curlOf, ENVIRONMENT_VARIABLE, firstPagePath } from "@/components/tokens/secret-lines";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { CodeBlock } from "@/components/ui/text/code-block";
import type { EntityEffect } from "@/lib/tokens/read/detail";

export function TrySection({ access, origin }: { access: EntityEffect[]; origin: string }) {
  const listable = access.find(({ verbs }) => verbs.list.effective);
  const calls = [
    { label: "Who the token is", path: "/me" },
    ...(listable ? [{ label: `The first of ${listable.pluralLabel}`, path: firstPagePath(listable.entityKey) }] : []),
  ];
  return (
    <Card
      title="Try it"
      description={
        <>
          Put the secret into <code>{ENVIRONMENT_VARIABLE}</code> first. It was shown once and cannot be shown again: if
          it is lost, rotate the token.
        </>
      }
    >
      <div className="grid gap-4">
        {calls.map(({ label, path }) => {
          const line = curlOf(origin, path, `$${ENVIRONMENT_VARIABLE}`);
          return (
            <div key={path} className="grid min-w-0 gap-1.5">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h3 className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]">{label}</h3>
                <CopyButton text={line} label={`Copy`} aria-label={`Copy the request: ${label}`} />
              </div>
              <CodeBlock label={label}>{line}</CodeBlock>
            </div>
          );
        })}
      </div>
    </Card>
  );
}
