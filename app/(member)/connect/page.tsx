import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { PageHeader } from "@/components/ui/page-header";
import { InlineLink } from "@/components/ui/text/inline-link";
import { publicOrigin } from "@/lib/http/origin";
import { checkTarget } from "@/lib/http/outbound-target";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { loadFirstToken } from "../overview/load-first-token";
import { AgentToken } from "./agent-token";
import { clientLines } from "./client-lines";
import { ClientTabs } from "./client-tabs";

export const metadata = { title: "Connect an agent" };

const AGENT_TOKEN = { name: "Agent", purpose: "For an agent that reads by MCP" };

export default async function ConnectPage() {
  const { member, organization } = await requireMember();
  const origin = publicOrigin();
  const isPublic = checkTarget(origin, null, []).fault === null;
  const first = await loadFirstToken(member, AGENT_TOKEN);
  return (
    <>
      <PageHeader
        title="Connect an agent"
        description="Claude, Cursor, VS Code and others read your records over MCP, with one of your tokens."
      />
      <div className="grid grid-cols-1 gap-6">
        <Card
          title="Create a token for the agent"
          description="It can read what you can read, and write nothing. You see every request that the agent makes, and can revoke the token at any time."
        >
          {first === null ? (
            <LinkButton href="/tokens/new" look="primary">
              Create a token
            </LinkButton>
          ) : (
            <AgentToken page={pageMemberOf({ member, organization })} {...{ first, origin, isPublic }} />
          )}
        </Card>
        <Card title="Connect your client" description="Use an existing token, or create one above to fill it in here.">
          <div className="grid grid-cols-1 gap-4">
            <ClientTabs id="page" clients={clientLines({ origin, isPublic }, null)} />
            <p className="text-quiet text-sm">ChatGPT needs OAuth, and cannot be connected yet.</p>
          </div>
        </Card>
        <Card title="Allow writes (optional)">
          <p className="text-quiet">
            Choose a token that can write, and leave out <code>?read_only=true</code>. The agent then proposes changes,
            and applies them in a second step, for which most clients ask you. The{" "}
            <InlineLink href="/docs/guides/mcp">guide</InlineLink> has the tools and the rules.
          </p>
        </Card>
      </div>
    </>
  );
}
