import Link from "next/link";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import type { Reference } from "../load-reference";
import { EntitiesSection } from "./entities-section";
import { LimitsSection } from "./limits-section";
import { RecordSection } from "./record-sections";
import { RequestSections } from "./request-sections";
import { loadSample } from "./sample";
import { ErrorsSection, OperatorsSection } from "./tables";

export async function Start({ reference }: { reference: Reference }) {
  const { tokenId, signedIn } = reference;
  const sample = await loadSample(reference);
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
              <Link href="/tokens/new" className="text-accent underline underline-offset-2">
                Create a token
              </Link>{" "}
              to run them.
            </>
          )}
        </p>
      </header>
      <EntitiesSection reference={reference} />
      <RequestSections sample={sample} />
      <RecordSection id="paging" sample={sample} />
      <RecordSection id="filters" sample={sample} />
      <OperatorsSection />
      <RecordSection id="versions" sample={sample} />
      <RecordSection id="retries" sample={sample} />
      <LimitsSection sample={sample} />
      <RecordSection id="sync" sample={sample} />
      <ErrorsSection sample={sample} />
    </>
  );
}
