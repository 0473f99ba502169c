/** A new secret on the page itself, if the form was sent without scripts: no dialog can show it. */
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { CodeBlock } from "@/components/ui/text/code-block";
import type { NewKeys } from "../actions";
import { environmentLine } from "./environment-line";

type PostedSecretProps = { keys: NewKeys; verification: ReactNode };

export function PostedSecret({ keys: { id, name, signingSecret }, verification }: PostedSecretProps) {
  return (
    <Card
      title="Copy your signing secret now"
      description={
        <>
          Deliveries of “<bdi>{name}</bdi>” are signed with it. It is shown only now: once you leave or reload this
          page, it is gone.
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <div data-secret>
          <CodeBlock label="The signing secret">{signingSecret}</CodeBlock>
        </div>
        <CodeBlock label="For your .env file">{environmentLine(signingSecret)}</CodeBlock>
        {verification}
        <LinkButton href={`/webhooks/${id}`} look="primary" className="justify-self-start">
          Done, go to the webhook
        </LinkButton>
      </div>
    </Card>
  );
}
