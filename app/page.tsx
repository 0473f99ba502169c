import { ArrowRight, BookOpen, KeyRound, ListChecks, ShieldCheck } from "lucide-react";
import { LanguageChooser } from "@/components/code/language-chooser";
import { RequestCard } from "@/components/code/request-card";
import { ResponseCard } from "@/components/code/response-card";
import { isSignedIn } from "@/components/session/is-signed-in";
import { PublicFrame } from "@/components/shell/public-frame";
import { PublicLinks } from "@/components/shell/public-links";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import { LinkButton } from "@/components/ui/controls/button";
import { publicOrigin } from "@/lib/http/origin";
import { BASE_PATH } from "@/lib/public-api/base-path";
import { DOCUMENTS } from "./docs/documents";

const POINTS = [
  {
    icon: KeyRound,
    title: "One token for each integration",
    text: "A token acts as the member who owns it, with the access that you choose. Its secret is shown once.",
  },
  {
    icon: ShieldCheck,
    title: "Permission changes apply instantly",
    text: "Revoke a token or change a role, and the very next request is refused or allowed accordingly.",
  },
  {
    icon: ListChecks,
    title: "Responses you can rely on",
    text: "Stable codes, versions for safe updates, cursors that never skip a record, and a request id on every response.",
  },
];

const FIRST_READ = ["/docs/getting-started", "/docs/guides/mirror", "/docs/guides/upsert", "/docs/errors"];

export default async function StartPage() {
  const isMember = await isSignedIn();
  return (
    <PublicFrame links={<PublicLinks />}>
      <div className="max-w-2xl">
        <h1 className="font-semibold text-3xl sm:text-4xl leading-tight">
          Your organization’s records, for your integrations
        </h1>
        <p className="mt-4 text-lg text-quiet">
          A JSON API to read, create, update and delete records from your servers. Create and monitor API tokens for
          your integrations.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <LinkButton href={isMember ? "/tokens" : "/overview"} look="primary">
            {isMember ? "Go to your tokens" : "Sign in to manage tokens"}
            <ArrowRight aria-hidden />
          </LinkButton>
          <LinkButton icon={BookOpen} href="/docs">
            Read the documentation
          </LinkButton>
        </div>
      </div>
      <Sample />
      <ul className="mt-12 grid gap-6 sm:grid-cols-3">
        {POINTS.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden className="size-5 text-accent" />
            <h2 className="mt-2 font-semibold">{title}</h2>
            <p className="mt-1 text-quiet">{text}</p>
          </li>
        ))}
      </ul>
      <Documents />
    </PublicFrame>
  );
}

const SAMPLE = {
  method: "GET",
  path: "/entities/cities/records",
  query: { search: "amsterdam", sort: "population:desc", limit: 1, fields: "name,population" },
  headers: {},
  body: null,
} as const;

const SAMPLE_RESPONSE = {
  data: {
    items: [
      {
        id: "9faf8d7a-6f75-8ffe-8a33-623f163c50af",
        entityKey: "cities",
        created: "2026-11-21T08:18:09.155Z",
        updated: "2026-11-21T08:18:09.155Z",
        versionId: "508c1fcd-218a-4188-913b-51d33e964e06",
        data: { name: "Amsterdam", population: 741636 },
      },
    ],
    nextCursor: "AbKunEfZ_sHozwruwvnI98F4XYXqn7HRTUu5ZLHJmXuiwfemp8L480495o9I_w",
  },
};

/** Uses the demo's entities, because only members can see the service's own. */
function Sample() {
  const target = { baseUrl: `${publicOrigin()}${BASE_PATH}`, variable: ENVIRONMENT_VARIABLE };
  return (
    <section aria-labelledby="sample" className="mt-12">
      <h2 id="sample" className="font-semibold text-xl">
        A request, and its response
      </h2>
      <p className="mt-1 mb-4 text-quiet">
        The API is at <code className="font-mono text-ink">{target.baseUrl}</code>. Entities and fields are your
        organization’s own; <code className="font-mono">/entities</code> lists what your token can use.
      </p>
      <LanguageChooser>
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <RequestCard
            id="sample"
            title="The largest city by that name"
            request={SAMPLE}
            language="curl"
            target={target}
          />
          <ResponseCard
            title="The largest city by that name"
            response={{ status: 200, body: JSON.stringify(SAMPLE_RESPONSE), source: "made up" }}
          />
        </div>
      </LanguageChooser>
    </section>
  );
}

function Documents() {
  return (
    <section aria-labelledby="documents" className="mt-12">
      <h2 id="documents" className="font-semibold text-xl">
        Documentation
      </h2>
      <ul className="mt-4 grid gap-2.5 sm:grid-cols-2">
        {DOCUMENTS.filter(({ path }) => FIRST_READ.includes(path)).map(({ path, title, summary }) => (
          <li key={path}>
            <a
              href={path}
              className="block h-full rounded-card border border-line bg-surface px-4 py-3 hover:border-edge"
            >
              <span className="block font-medium">{title}</span>
              <span className="block text-quiet text-sm">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-quiet text-sm">
        For tools: the{" "}
        <a href="/openapi.json" className="text-accent underline underline-offset-2">
          OpenAPI document
        </a>{" "}
        and{" "}
        <a href="/llms.txt" className="text-accent underline underline-offset-2">
          llms.txt
        </a>
        .
      </p>
    </section>
  );
}
