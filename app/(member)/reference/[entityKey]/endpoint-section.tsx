import { Fragment, type ReactNode } from "react";
import { RequestCard } from "@/components/code/request-card";
import { ResponseCard } from "@/components/code/response-card";
import { StatusCode } from "@/components/code/status-code";
import { Prose } from "@/components/ui/text/prose";
import type { EntityDescription } from "@/lib/entities/view";
import type { EndpointReference, ErrorReference, MemberReference } from "@/lib/public-api/reference/endpoint-reference";
import type { EntityExample } from "@/lib/public-api/reference/example-requests";
import type { Reference } from "../load-reference";
import { referenceAddress } from "../reference-address";
import { Names, ReferenceSection } from "../section";
import { TryPanel } from "../try/try-panel";

type EndpointSectionProps = Pick<Reference, "language" | "target" | "tokenId"> & {
  reference: EndpointReference;
  description: EntityDescription;
  example: EntityExample;
};

export function EndpointSection(props: EndpointSectionProps) {
  const { reference, description, example, language, target, tokenId } = props;
  const { endpoint, slug, parameters, headers, body, errors } = reference;
  const { name, method, path, summary, success, notModified } = endpoint;
  const request = example.requestFor(endpoint);
  const response = example.responseOf(name, success.status);
  return (
    <ReferenceSection
      id={slug}
      title={summary}
      aside={
        <>
          <RequestCard
            id={slug}
            title={summary}
            request={request}
            notes={example.notesOf(endpoint)}
            {...{ language, target }}
          />
          {response !== null && <ResponseCard title={summary} response={response} />}
          <TryPanel
            endpoint={{ name, method, path, summary, safe: endpoint.safe, takesBody: body !== null }}
            entityKey={description.entityKey}
            parameters={parameters.map((each) => each.name)}
            headers={headers.map((each) => each.name)}
            recordId={example.recordId ?? ""}
            version={request.headers["If-Match"] ?? ""}
            query={name === "records.list" ? { limit: "1" } : {}}
            body={request.body === null ? "" : JSON.stringify(request.body, null, 2)}
          />
        </>
      }
    >
      <p className="mb-3 font-mono text-sm [overflow-wrap:anywhere]">
        <span className="mr-2 font-semibold text-accent">{method}</span>
        {path.replace(":entityKey", description.entityKey).replace(":recordId", "{recordId}")}
      </p>
      <p className="[overflow-wrap:anywhere]">
        <Prose text={endpoint.description} />
      </p>
      <Members title="Query parameters" members={parameters} more={(member) => moreOf(member, name, description)} />
      <Members title="Headers" members={headers} />
      <Members title="Body" members={body ?? []} more={(member) => moreOf(member, name, description)} />
      <h3 className="mt-6 mb-2 font-semibold text-sm">Responses</h3>
      <dl className="grid grid-cols-1 gap-y-2 text-sm">
        <Status status={success.status}>{success.description}</Status>
        {notModified && <Status status={304}>{notModified}</Status>}
        {groupErrors(errors).map(([status, codes]) => (
          <Status key={status} status={status}>
            {codes.map((code, index) => (
              <Fragment key={code}>
                {index > 0 && ", "}
                <a
                  href={referenceAddress({ tokenId, anchor: `error-${code}` })}
                  className="font-mono text-xs leading-6 underline decoration-line underline-offset-4 hover:text-accent hover:decoration-current"
                >
                  {code}
                </a>
              </Fragment>
            ))}
          </Status>
        ))}
      </dl>
      <p className="mt-3 text-quiet text-sm">
        As with every request, there are also the{" "}
        <a href={referenceAddress({ tokenId, anchor: "errors" })} className="text-accent underline underline-offset-2">
          common errors
        </a>
        .
      </p>
    </ReferenceSection>
  );
}

function groupErrors(errors: ErrorReference[]): [status: number, codes: string[]][] {
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return statuses.map((status) => [status, errors.filter((each) => each.status === status).map(({ code }) => code)]);
}

function Status({ status, children }: { status: number; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-baseline gap-x-2">
      <dt>
        <StatusCode status={status} />
      </dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

type MembersProps = {
  title: string;
  members: MemberReference[];
  more?: (member: MemberReference) => ReactNode;
};

function Members({ title, members, more }: MembersProps) {
  if (members.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-1 font-semibold text-sm">{title}</h3>
      <dl className="text-sm">
        {members.map((member) => (
          <div key={member.name} className="border-line border-t py-2.5 first:border-t-0">
            <dt className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-medium [overflow-wrap:anywhere]">{member.name}</code>
              <span className="text-quiet text-xs">{member.type}</span>
              {member.required && <span className="text-warn text-xs">required</span>}
            </dt>
            <dd className="mt-0.5 text-quiet [overflow-wrap:anywhere]">
              <Prose text={member.description} />
              {more?.(member)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function moreOf({ name }: MemberReference, endpoint: string, { fields, systemFields }: EntityDescription): ReactNode {
  const keysOf = (some: { key: string }[]) => some.map(({ key }) => key);
  const lists: Record<string, string[]> = {
    sort: keysOf([...fields, ...systemFields].filter(({ sortable }) => sortable)),
    expand: keysOf(fields.filter(({ type }) => type === "reference")),
    search: keysOf(fields.filter(({ searchable }) => searchable)),
    data: keysOf(
      fields.filter(({ createable, updateable }) => (endpoint === "records.update" ? updateable : createable)),
    ),
  };
  const keys = lists[name];
  if (keys === undefined) return null;
  if (keys.length === 0) return <span className="block">{NONE[name]}</span>;
  return (
    <span className="block">
      Here: <Names names={keys} />.
    </span>
  );
}

const NONE: Record<string, string> = {
  expand: "This entity has no references.",
  search: "No field of this entity is searched.",
};
