import Link from "next/link";
import type { ReactNode } from "react";
import { TOPICS } from "@/app/docs/documents";
import { Code, CodeCard } from "@/components/code/code-card";
import { RequestCard } from "@/components/code/request-card";
import { ResponseCard } from "@/components/code/response-card";
import { StatusCode } from "@/components/code/status-code";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import { buttonClass } from "@/components/ui/controls/button";
import { Cell, Row, RowHeader, Table } from "@/components/ui/table";
import { ErrorCode } from "@/components/ui/text/error-code";
import { Prose } from "@/components/ui/text/prose";
import type { Entity } from "@/lib/model";
import { identity } from "@/lib/public-api/schemas/examples";
import { describeErrors } from "../search/reference-entries";
import type { Reference } from "./load-reference";
import { DOWNLOAD, referenceAddress } from "./reference-address";
import { ReferenceSection } from "./section";

const SECONDARY = buttonClass("secondary", "normal");

export function Start({ reference }: { reference: Reference }) {
  const { tokenId, signedIn, target, language } = reference;
  return (
    <>
      <header className="mb-9 max-w-3xl">
        <h1 className="font-semibold text-3xl leading-tight">API reference</h1>
        <p className="mt-3 text-lg leading-relaxed">
          The records of {signedIn.organization.name}, over HTTP and JSON.{" "}
          {tokenId === null
            ? "Shows your own permissions. A token can have the same or fewer."
            : "Shows what this token can do."}
        </p>
        <p className="mt-2 text-quiet">
          The examples read the token from <code>{ENVIRONMENT_VARIABLE}</code>. JavaScript runs as a module of Node,
          Python with the package <code>requests</code>.{" "}
          {tokenId === null && (
            <>
              <TextLink href="/tokens/new">Create a token</TextLink> to run them.
            </>
          )}
        </p>
      </header>
      <EntitiesSection reference={reference} />
      <ReferenceSection
        id="base-url"
        title="Base URL"
        aside={
          <CodeCard head={<span className="font-medium">Base URL</span>} copyLabel="Copy the base URL">
            <Code label="Base URL of the API">{target.baseUrl}</Code>
          </CodeCard>
        }
      >
        <p>
          Every path in this reference follows it. The version is part of the address. Within v1 we only add; nothing is
          removed.
        </p>
        <p className="my-3">This reference is also a file for tools: the OpenAPI document of these permissions.</p>
        <p className="flex flex-wrap gap-3">
          <a href={referenceAddress({ page: DOWNLOAD, tokenId })} download className={SECONDARY}>
            Download OpenAPI
          </a>
          <Link href="/docs/openapi#import-into-postman" className={SECONDARY}>
            Import into Postman
          </Link>
        </p>
      </ReferenceSection>
      <ReferenceSection
        id="authentication"
        title="Authentication"
        aside={
          <>
            <RequestCard
              {...{ id: "authentication", title: WHOM, language, target }}
              request={{ method: "GET", path: "/me", query: {}, headers: {}, body: null }}
            />
            <ResponseCard
              title={WHOM}
              response={{ status: 200, body: JSON.stringify({ data: identity }), source: "made up" }}
            />
          </>
        }
      >
        <p>
          Send a <TextLink href="/tokens">token</TextLink> with every request, as{" "}
          <Prose text="`Authorization: Bearer service_v1_…`" />. It acts as the member who owns it, and can do at most
          what that member can do at the moment.
        </p>
        <p className="mt-3">
          A token that is revoked, or whose owner loses a permission, is refused from the very next request on. Keep
          tokens on your servers: the API sends no CORS headers, so pages in a browser cannot call it.
        </p>
      </ReferenceSection>
      <ErrorsSection />
      <ReferenceSection id="rules" title="Rules">
        <p className="mb-3">
          What holds for every request is in the documentation, and the <TextLink href="/docs/guides">guides</TextLink>{" "}
          go through whole tasks.
        </p>
        <ul className="columns-2xs">
          {TOPICS.map(({ href, title }) => (
            <li key={href}>
              <TextLink href={href}>{title}</TextLink>
            </li>
          ))}
        </ul>
      </ReferenceSection>
    </>
  );
}

const WHOM = "Whom the token acts for";

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="inline-block min-h-6 text-accent underline underline-offset-2">
      {children}
    </Link>
  );
}

function ErrorsSection() {
  return (
    <ReferenceSection id="errors" title="Errors">
      <p className="mb-3">
        All codes, each with a link to what to do about it. Programs look at the status and the code; the message is for
        people, and can change. Paste the <code>x-request-id</code> of a response into{" "}
        <TextLink href="/explain">Explain a request</TextLink> to read which check refused it.
      </p>
      <Table caption="Errors" columns={["Code", "Status", "When"]}>
        {describeErrors().map(({ status, code, when }) => (
          <Row key={code}>
            <RowHeader className="[overflow-wrap:anywhere]">
              <ErrorCode code={code} />
            </RowHeader>
            <Cell label="Status">
              <StatusCode status={status} />
            </Cell>
            <Cell label="When">
              <Prose text={when} />
            </Cell>
          </Row>
        ))}
      </Table>
    </ReferenceSection>
  );
}

const SHOWN = 24;

function EntitiesSection({ reference: { caller, tokenId } }: { reference: Reference }) {
  const entities = caller.access.entities().map(({ entity }) => entity);
  const rest = entities.slice(SHOWN);
  return (
    <ReferenceSection id="entities" title="Entities">
      {entities.length === 0 && <p>These permissions reach no entity. An administrator can give your role more.</p>}
      <EntityCards entities={entities.slice(0, SHOWN)} tokenId={tokenId} />
      {rest.length > 0 && (
        <details className="mt-2.5">
          <summary className="min-h-8 py-1 text-accent">{rest.length.toLocaleString("en")} more</summary>
          <EntityCards entities={rest} tokenId={tokenId} />
        </details>
      )}
    </ReferenceSection>
  );
}

function EntityCards({ entities, tokenId }: { entities: Entity[]; tokenId: string | null }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2.5">
      {entities.map(({ key, pluralLabel }) => (
        <li key={key} className="min-w-0">
          <a
            href={referenceAddress({ page: key, tokenId })}
            className="block h-full rounded-control border border-line bg-surface px-3.5 py-2.5 [overflow-wrap:anywhere] hover:border-edge"
          >
            <span className="block font-medium">
              <bdi>{pluralLabel}</bdi>
            </span>
            <code className="text-quiet text-xs">{key}</code>
          </a>
        </li>
      ))}
    </ul>
  );
}
