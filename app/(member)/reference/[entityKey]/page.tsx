/** An entity in the API reference: what it is, its fields, and each endpoint that the caller can use on it. */
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { toEntityDescription } from "@/lib/entities/view";
import { usableEndpoints } from "@/lib/public-api/reference/endpoint-reference";
import { exampleOf } from "@/lib/public-api/reference/example-requests";
import type { Parameters } from "@/lib/session/page-address";
import { ReferenceFrame } from "../frame/reference-frame";
import { loadReference, titleOf } from "../load-reference";
import { EndpointSection } from "./endpoint-section";
import { EntityIntro } from "./entity-intro";
import { FieldsSection } from "./fields-section";

type EntityPageProps = { params: Promise<{ entityKey: string }>; searchParams: Promise<Parameters> };

export async function generateMetadata({ params, searchParams }: EntityPageProps): Promise<Metadata> {
  return { title: await titleOf((await params).entityKey, await searchParams) };
}

export default async function EntityPage({ params, searchParams }: EntityPageProps) {
  const reference = await loadReference(await searchParams);
  const { caller, signedIn, tokenId, language, target } = reference;
  const access = caller.access.entity((await params).entityKey);
  // Unknown, not exposed, not permitted: one page, just as the API has one response.
  if (access === null) notFound();
  const { entity } = access;
  const description = toEntityDescription(access, caller.access);
  const endpoints = usableEndpoints(access);
  const example = await exampleOf(caller, access, signedIn.address);
  const sections = [
    { id: "fields", title: "Fields" },
    ...endpoints.map(({ slug, endpoint }) => ({ id: slug, title: endpoint.summary })),
  ];
  return (
    <ReferenceFrame reference={reference} entityKey={entity.key} sections={sections}>
      <EntityIntro access={access} description={description} />
      <FieldsSection description={description} tokenId={tokenId} />
      {endpoints.map((each) => (
        <EndpointSection
          key={each.slug}
          reference={each}
          description={description}
          example={example}
          language={language}
          target={target}
          tokenId={tokenId}
        />
      ))}
    </ReferenceFrame>
  );
}
