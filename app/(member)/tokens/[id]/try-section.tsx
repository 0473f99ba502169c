/** Requests to copy, with a variable in the secret's place: the secret itself is nowhere any more. */
import { RequestToCopy } from "@/components/tokens/request-to-copy";
import { ENVIRONMENT_VARIABLE, firstPagePath } from "@/components/tokens/secret-lines";
import { Card } from "@/components/ui/card";
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
        {calls.map(({ label, path }) => (
          <RequestToCopy
            key={path}
            label={label}
            title={<h3 className="font-medium text-sm">{label}</h3>}
            origin={origin}
            path={path}
          />
        ))}
      </div>
    </Card>
  );
}
