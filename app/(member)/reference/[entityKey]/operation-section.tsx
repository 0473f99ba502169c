import { Fragment, type ReactNode } from "react";
import { RequestCard } from "@/components/code/request-card";
import { ResponseCard } from "@/components/code/response-card";
import { StatusCode } from "@/components/code/status-code";
import { ErrorCode } from "@/components/ui/text/error-code";
import { Prose } from "@/components/ui/text/prose";
import type { Example } from "@/lib/public-api/reference/example-requests";
import { isTried, type Operation, type OperationResponse } from "@/lib/public-api/reference/operations";
import type { Member } from "@/lib/public-api/reference/schema-members";
import type { Reference } from "../load-reference";
import { Names, ReferenceSection } from "../section";
import { TryPanel } from "../try/try-panel";

type OperationSectionProps = Pick<Reference, "language" | "target"> & {
  operation: Operation;
  page: string;
  /** Absent if it is not the caller who sends it. */
  example: Example | undefined;
};

export function OperationSection({ operation, page, example, language, target }: OperationSectionProps) {
  const { endpoint, slug, title, description, method, path, query, headers, body, responses } = operation;
  const aside = example && endpoint && (
    <>
      <RequestCard id={slug} {...{ title, language, target }} request={example.request} notes={example.notes} />
      {example.response !== null && <ResponseCard title={title} response={example.response} />}
      {isTried(endpoint) && (
        <TryPanel
          endpoint={{
            name: endpoint.name,
            path: endpoint.path,
            title,
            safe: endpoint.safe,
            takesBody: body.length > 0,
          }}
          entityKey={endpoint.about === "entity" ? page : ""}
          parameters={query.map(({ name }) => name)}
          headers={headers.map(({ name }) => name)}
          id={example.id}
          version={example.request.headers["If-Match"] ?? ""}
          query={endpoint.name === "changes.list" ? {} : example.request.query}
          body={example.request.body === null ? "" : JSON.stringify(example.request.body, null, 2)}
        />
      )}
    </>
  );
  return (
    <ReferenceSection id={slug} title={title} aside={aside}>
      <p className="mb-3 font-mono text-sm [overflow-wrap:anywhere]">
        <span className="mr-2 font-semibold text-accent">{method}</span>
        {path}
      </p>
      <p className="[overflow-wrap:anywhere]">
        <Prose text={description} />
      </p>
      <Members title="Query parameters" members={query} />
      <Members title="Headers" members={headers} />
      <Members title="Body" members={body} />
      <h3 className="mt-6 mb-2 font-semibold text-sm">Responses</h3>
      <dl className="grid grid-cols-1 gap-y-2 text-sm">
        {responses.map((response) => (
          <Response key={response.status} response={response} />
        ))}
      </dl>
    </ReferenceSection>
  );
}

function Response({ response: { status, description, codes, headers } }: { response: OperationResponse }) {
  return (
    <div className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-baseline gap-x-2">
      <dt>{Number(status) ? <StatusCode status={Number(status)} /> : <code>{status}</code>}</dt>
      <dd className="[overflow-wrap:anywhere]">
        {codes.length === 0 ? <Prose text={description} /> : <Codes codes={codes} />}
        {headers.length > 0 && (
          <details className="text-quiet text-xs">
            <summary className="min-h-6">
              {headers.length} headers<span className="sr-only"> of {status}</span>
            </summary>
            <Names names={headers} />
          </details>
        )}
      </dd>
    </div>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  return codes.map((code, index) => (
    <Fragment key={code}>
      {index > 0 && ", "}
      <ErrorCode code={code} />
    </Fragment>
  ));
}

function Members({ title, members }: { title: string; members: readonly Member[] }) {
  if (members.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-1 font-semibold text-sm">{title}</h3>
      <MemberList members={members} />
    </>
  );
}

const FEW = 12;
/** A token can use thousands of entities. */
const MOST = 200;

function MemberList({ members }: { members: readonly Member[] }) {
  return (
    <dl className="text-sm">
      {members.map(({ name, type, required, description, values, members: inner }) => (
        <div key={name} className="border-line border-t py-2.5 first:border-t-0">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-medium [overflow-wrap:anywhere]">{name}</code>
            <span className="text-quiet text-xs">{type}</span>
            {required && <span className="text-warn text-xs">required</span>}
          </dt>
          <dd className="mt-0.5 text-quiet [overflow-wrap:anywhere]">
            <Prose text={description} />
            <Folded count={values.length} what="values" of={name}>
              <Names names={values.slice(0, MOST)} />
              {values.length > MOST && ` and ${values.length - MOST} more`}
            </Folded>
            <Folded count={inner.length} what="members" of={name}>
              <div className="mt-1.5 border-line border-l pl-3">
                <MemberList members={inner} />
              </div>
            </Folded>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Many are shown when they are asked for. */
function Folded({ count, what, of, children }: { count: number; what: string; of: string; children: ReactNode }) {
  if (count === 0) return null;
  if (count <= FEW) return <div>{children}</div>;
  return (
    <details>
      <summary className="min-h-6 text-accent">
        {count} {what}
        <span className="sr-only"> of {of}</span>
      </summary>
      {children}
    </details>
  );
}
