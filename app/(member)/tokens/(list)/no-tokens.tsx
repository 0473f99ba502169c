/** What a member sees who has no token yet: what one is, how to get one, and what it is good for. */
import { KeyRound, Plus } from "lucide-react";
import { CodeBlock } from "../../../../components/ui/code-block";
import { LinkButton } from "../../../../components/ui/controls/button";
import { EmptyState } from "../../../../components/ui/empty";

/** `origin`: public, without a trailing slash. */
export function NoTokens({ origin }: { origin: string }) {
  return (
    <>
      <EmptyState
        icon={KeyRound}
        title="No tokens yet"
        actions={
          <LinkButton href="/tokens/new" look="primary">
            <Plus aria-hidden />
            Create your first token
          </LinkButton>
        }
      >
        <p>
          A token lets one of your programs read and write records in your name, within what you choose for it. You can
          watch what it does, and stop it at any time.
        </p>
      </EmptyState>
      <section aria-labelledby="sample" className="mt-6">
        <h2 id="sample" className="mb-2 font-medium text-sm">
          What you do with one
        </h2>
        <CodeBlock label="A sample request">{`curl ${origin}/api/v1/me \\\n  -H "Authorization: Bearer service_v1_…"`}</CodeBlock>
      </section>
    </>
  );
}
