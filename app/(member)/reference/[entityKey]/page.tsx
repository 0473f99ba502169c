import { Check, Minus } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Badge } from "@/components/ui/text/badge";
import type { EntityAccess } from "@/lib/access/compile";
import { type EntityDescription, toEntityDescription } from "@/lib/entities/view";
import { VERBS, type Verb } from "@/lib/model";
import { examplesFor } from "@/lib/public-api/reference/example-requests";
import { CALLER_PAGES, operationsOf } from "@/lib/public-api/reference/operations";
import { ReferenceFrame } from "../frame/reference-frame";
import { loadReference, titleOf } from "../load-reference";
import { FieldsSection } from "./fields-section";
import { OperationSection } from "./operation-section";

export async function generateMetadata({
  params,
  searchParams,
}: PageProps<"/reference/[entityKey]">): Promise<Metadata> {
  return { title: await titleOf((await params).entityKey, await searchParams) };
}

export default async function EntityPage({ params, searchParams }: PageProps<"/reference/[entityKey]">) {
  const reference = await loadReference(await searchParams);
  const { caller, signedIn, tokenId, language, target } = reference;
  const { entityKey: page } = await params;
  const access = caller.access.entity(page);
  const ofCaller = CALLER_PAGES.get(page);
  // Unknown, not exposed, not permitted: one page, just as the API has one response.
  if (access === null && ofCaller === undefined) notFound();
  const operations = await operationsOf(caller, page);
  if (operations.length === 0) notFound();
  const examples = await examplesFor(operations, access, { caller, address: signedIn.address });
  const description = access && toEntityDescription(access, caller.access);
  const titles = operations.map(({ slug, title }) => ({ id: slug, title }));
  return (
    <ReferenceFrame
      reference={reference}
      page={page}
      sections={access === null ? titles : [{ id: "fields", title: "Fields" }, ...titles]}
    >
      {access && description && <EntityIntro access={access} description={description} />}
      {ofCaller && (
        <header className="mb-9">
          <h1 className="font-semibold text-3xl leading-tight">{ofCaller.title}</h1>
          <p className="mt-3 text-lg leading-relaxed">{ofCaller.description}</p>
        </header>
      )}
      {description && <FieldsSection description={description} tokenId={tokenId} />}
      {operations.map((operation) => (
        <OperationSection
          key={operation.slug}
          example={examples.get(operation.slug)}
          {...{ operation, page, language, target }}
        />
      ))}
    </ReferenceFrame>
  );
}

function EntityIntro({ access, description }: { access: EntityAccess; description: EntityDescription }) {
  const { entityKey, pluralLabel, labelField } = description;
  const label = description.fields.find(({ key }) => key === labelField);
  return (
    <header className="mb-9">
      <h1 className="font-semibold text-3xl leading-tight [overflow-wrap:anywhere]">
        <bdi>{pluralLabel}</bdi>
      </h1>
      <p className="mt-1.5 text-quiet">
        <code className="[overflow-wrap:anywhere]">/entities/{entityKey}</code>
      </p>
      <div className="mt-4 grid max-w-3xl grid-cols-1 gap-3">
        {description.description && (
          <p className="text-lg leading-relaxed [overflow-wrap:anywhere]">
            <bdi>{description.description}</bdi>
          </p>
        )}
        <ul className="flex flex-wrap gap-2">
          {VERBS.map((verb) => (
            <VerbItem key={verb} verb={verb} access={access} />
          ))}
        </ul>
        {label && (
          <p className="text-quiet [overflow-wrap:anywhere]">
            The label is{" "}
            <a href={`#field-${label.key}`} className="text-accent underline underline-offset-2">
              <bdi>{label.label}</bdi>
            </a>
            .
          </p>
        )}
      </div>
    </header>
  );
}

const DONE: Record<Verb, string> = { list: "read", create: "create", update: "update", delete: "delete" };

function VerbItem({ verb, access }: { verb: Verb; access: EntityAccess }) {
  const isHeld = access.permissions[verb];
  const records = isHeld && access.scopeOf(verb) !== "all" ? " some records" : "";
  return (
    <li>
      <Badge
        tone={isHeld ? "good" : "neutral"}
        icon={isHeld ? Check : Minus}
        text={`${isHeld ? "Can" : "Cannot"} ${DONE[verb]}${records}`}
      />
    </li>
  );
}
