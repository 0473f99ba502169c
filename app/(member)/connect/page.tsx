/** "Connect an agent": a read-only token with one press, and what to give each client. */
import type { Metadata } from "next";
import Link from "next/link";
import { Code, CodeCard } from "@/components/code/code-card";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import { PageHeader } from "@/components/ui/page-header";
import { publicOrigin } from "@/lib/http/origin";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { FirstToken } from "../overview/first-token";
import { loadFirstToken } from "../overview/load-first-token";
import { type ClientLines, clientLines } from "./client-lines";

export const metadata: Metadata = { title: "Connect an agent" };

const AGENT_TOKEN = { name: "Agent", purpose: "For an agent that reads by MCP" };

export default async function ConnectPage() {
  const { member, organization } = await requireMember();
  const origin = publicOrigin();
  const first = await loadFirstToken(member, AGENT_TOKEN);
  return (
    <>
      <PageHeader
        title="Connect an agent"
        description="Claude, Cursor, VS Code and others read your records by MCP, with a token of yours."
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
            <FirstToken
              page={pageMemberOf({ member, organization })}
              {...{ first, origin }}
              hasToken={false}
              path="/connect"
            />
          )}
        </Card>
        <Card title="Give it to your client" description="The address, and the token as the header Authorization.">
          <div className="grid grid-cols-1 gap-4">
            {clientLines(origin).map((lines) => (
              <ClientCard key={lines.client} {...lines} />
            ))}
            <p className="text-quiet text-sm">ChatGPT needs OAuth, and cannot be connected yet.</p>
          </div>
        </Card>
        <Card title="Let it write, if you want to">
          <p className="text-quiet">
            Choose a token that can write, and leave out <code>?read_only=true</code>. The agent then proposes changes,
            and applies them in a second step, for which most clients ask you. The{" "}
            <Link href="/docs/guides/mcp" className="text-accent underline underline-offset-2">
              guide
            </Link>{" "}
            has the tools and the rules.
          </p>
        </Card>
      </div>
    </>
  );
}

function ClientCard({ client, hint, language, lines, warning }: ClientLines) {
  const head = (
    <>
      <h3 className="font-medium">{client}</h3>
      <span className="text-quiet [overflow-wrap:anywhere]">{hint}</span>
    </>
  );
  return (
    <CodeCard head={head} copyLabel={`Copy the lines for ${client}`}>
      <Code label={`Lines for ${client}`} language={language}>
        {lines}
      </Code>
      {warning !== undefined && <p className="px-3.5 pb-3 text-sm text-warn">{warning}</p>}
    </CodeCard>
  );
}
