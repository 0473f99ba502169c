/** The base URL, authentication and discovery, and the format of responses. */
import Link from "next/link";
import { Code, CodeCard } from "@/components/code/code-card";
import { RequestCard } from "@/components/code/request-card";
import { ResponseCard } from "@/components/code/response-card";
import { Prose } from "@/components/ui/text/prose";
import { ENDPOINTS, findEndpoint } from "@/lib/public-api/endpoints/registry";
import * as examples from "@/lib/public-api/schemas/examples";
import { ReferenceSection } from "../section";
import { TryPanel } from "../try/try-panel";
import { type Sample, sampleRequest } from "./sample";

const LINK = "text-accent underline underline-offset-2";

export function RequestSections({ sample }: { sample: Sample }) {
  const { language, target } = sample.reference;
  return (
    <>
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
        <p>
          For tools there is an OpenAPI 3.1 document: <code>GET /openapi.json</code>, with a token, describes what that
          token can do and nothing else; the{" "}
          <a href="/openapi.json" className={LINK}>
            general one
          </a>{" "}
          asks for none.
        </p>
        <p>
          The{" "}
          <a href="/docs/guides" className={LINK}>
            guides
          </a>{" "}
          go through whole tasks, with scripts: a mirror, loading many records, upserts, retries, joins, spreadsheets.
          The{" "}
          <a href="/docs" className={LINK}>
            documentation
          </a>{" "}
          has every rule.
        </p>
      </ReferenceSection>
      <ReferenceSection
        id="authentication"
        title="Authentication"
        aside={
          <>
            <RequestCard
              id="authentication"
              title="Whom the token acts for"
              request={sampleRequest({ path: "/me" })}
              language={language}
              target={target}
            />
            <ResponseCard
              title="Whom the token acts for"
              response={{ status: 200, body: JSON.stringify({ data: examples.identity }), source: "made up" }}
            />
            <TryOwn name="me" />
          </>
        }
      >
        <p>
          Send a{" "}
          <Link href="/tokens" className={LINK}>
            token
          </Link>{" "}
          with every request, as <code>Authorization: Bearer service_v1_…</code>. It acts as the member who owns it, and
          can do at most what that member can do at the moment.
        </p>
        <p>
          A token that is revoked, or whose owner loses a permission, is refused from the very next request on. Keep
          tokens on your servers: the API sends no CORS headers, so pages in a browser cannot call it.
        </p>
      </ReferenceSection>
      <ReferenceSection
        id="discovery"
        title="Discovery"
        aside={
          <>
            <RequestCard
              id="discovery"
              title="What the token can use"
              request={sampleRequest({ path: "/entities" })}
              language={language}
              target={target}
            />
            <TryOwn name="entities.list" />
          </>
        }
      >
        <p>Programs ask the API itself what they can do. Each entity’s own description is on its page.</p>
        <dl className="mt-3 grid grid-cols-1 gap-y-3 text-sm">
          {ENDPOINTS.filter(({ about }) => about === "caller").map(({ name, method, path, description }) => (
            <div key={name}>
              <dt className="font-mono [overflow-wrap:anywhere]">
                <span className="mr-2 font-semibold text-accent">{method}</span>
                {path}
              </dt>
              <dd className="mt-0.5 text-quiet">
                <Prose text={description} />
              </dd>
            </div>
          ))}
        </dl>
      </ReferenceSection>
      <ReferenceSection
        id="responses"
        title="Responses"
        aside={
          <CodeCard head={<span className="font-medium">A success, and an error</span>} copyLabel="Copy the two forms">
            <Code label="A success, and an error" language="json">
              {FORMS}
            </Code>
          </CodeCard>
        }
      >
        <p>
          A success has <code>data</code>, a failure has <code>error</code>. Programs look at the status and the{" "}
          <code>code</code>; the <code>message</code> is for people, and can change.
        </p>
        <p>
          Every response has an <code>x-request-id</code>. Paste it into{" "}
          <Link href="/explain" className={LINK}>
            Explain a request
          </Link>{" "}
          to read which check refused it, and what to do.
        </p>
        <p>
          Ignore members that you do not know. A field that is empty is <code>null</code>; one that the token cannot
          read is not there. Unknown query parameters and members of a body are refused, so that a typing error never
          passes for a filter.
        </p>
        <p>
          Lists and queries come as CSV too: send <code>Accept: text/csv</code>, as in{" "}
          <code>/entities/{sample.entityKey}/records</code>.
        </p>
      </ReferenceSection>
    </>
  );
}

const FORMS = `{ "data": { … } }

{
  "error": {
    "code": "RECORD_NOT_FOUND",
    "message": "There is no such record …",
    "requestId": "01a1fd30-0325-7043-9348-da7b8275f27a"
  }
}`;

/** "Try it" for an endpoint that needs only a token. */
function TryOwn({ name }: { name: "me" | "entities.list" }) {
  const endpoint = findEndpoint(name);
  if (endpoint === undefined) return null;
  const { method, path, summary, safe } = endpoint;
  return (
    <TryPanel
      endpoint={{ name, method, path, summary, safe, takesBody: false }}
      entityKey=""
      parameters={[]}
      headers={[]}
      recordId=""
      version=""
      query={{}}
      body=""
    />
  );
}
