/** Requests to copy, with a variable in place of the secret, which is not stored anywhere. */
import { RequestToCopy } from "@/components/tokens/request-to-copy";
import { ENVIRONMENT_VARIABLE, firstRequests } from "@/components/tokens/secret-lines";
import { Card } from "@/components/ui/card";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import { firstEntityOf } from "./first-entity-of";

export function TrySection({ detail, origin }: { detail: TokenDetail; origin: string }) {
  const requests = firstRequests(firstEntityOf(detail));
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
        {requests.map(({ title, path }) => (
          <RequestToCopy
            key={path}
            label={title}
            title={<h3 className="font-medium text-sm">{title}</h3>}
            origin={origin}
            path={path}
          />
        ))}
      </div>
    </Card>
  );
}
