import { ArrowRight, KeyRound, ListChecks, ShieldCheck } from "lucide-react";
import { PublicFrame } from "@/components/shell/public-frame";
import { RequestToCopy } from "@/components/tokens/request-to-copy";
import { buttonClass, LinkButton } from "@/components/ui/controls/button";
import { publicOrigin } from "@/lib/http/origin";
import { findVisitor } from "@/lib/session/visitor";

const POINTS = [
  {
    icon: KeyRound,
    title: "One token for each integration",
    text: "A token acts as the member who owns it, and can be given less than that. Its secret is shown once.",
  },
  {
    icon: ShieldCheck,
    title: "Permissions that act at once",
    text: "Revoking a token or changing a role acts on the very next request, everywhere.",
  },
  {
    icon: ListChecks,
    title: "Responses you can rely on",
    text: "Stable codes, versions for safe updates, cursors that miss nothing, and a request id on every response.",
  },
];

export default async function StartPage() {
  const origin = publicOrigin();
  const isSignedIn = await findOut();
  return (
    <PublicFrame>
      <div className="max-w-2xl">
        <h1 className="font-semibold text-3xl sm:text-4xl leading-tight">
          Your organisation’s records, for your integrations
        </h1>
        <p className="mt-4 text-lg text-quiet">
          A JSON API to read, create, update and delete records from your servers. Members create and watch the tokens
          it takes.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <LinkButton href="/tokens" look="primary">
            {isSignedIn ? "Go to your tokens" : "Sign in to manage tokens"}
            <ArrowRight aria-hidden />
          </LinkButton>
          <a href="/openapi.json" className={buttonClass("secondary", "normal")}>
            API description (OpenAPI)
          </a>
        </div>
      </div>

      <section aria-labelledby="first-request" className="mt-12">
        <RequestToCopy
          label="Command"
          title={
            <h2 id="first-request" className="font-semibold">
              A first request
            </h2>
          }
          origin={origin}
          path="/me"
        />
        <p className="mt-2 text-quiet text-sm">
          The API is at <code className="font-mono text-ink">{`${origin}/api/v1`}</code>.{" "}
          <code className="font-mono">/entities</code> says what your token can reach.
        </p>
      </section>

      <ul className="mt-12 grid gap-6 sm:grid-cols-3">
        {POINTS.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden className="size-5 text-accent" />
            <h2 className="mt-2 font-semibold">{title}</h2>
            <p className="mt-1 text-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </PublicFrame>
  );
}

/** This page is there without a database, too: then nobody is known to be signed in. */
async function findOut(): Promise<boolean> {
  try {
    return (await findVisitor()).kind !== "signed-out";
  } catch {
    return false;
  }
}
