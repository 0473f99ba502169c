/** Requests that run unchanged: they name an existing record, and writes are dry runs. */
import type { ReactNode } from "react";
import { Blocks } from "@/app/docs/markdown/blocks";
import { RequestCard } from "@/components/code/request-card";
import { Prose } from "@/components/ui/text/prose";
import type { EntityAccess } from "@/lib/access/compile";
import { publicOrigin } from "@/lib/http/origin";
import type { EndpointName } from "@/lib/public-api/endpoints/registry";
import { type EndpointReference, usableEndpoints } from "@/lib/public-api/reference/endpoint-reference";
import { type EntityExample, exampleOf } from "@/lib/public-api/reference/example-requests";
import type { ExampleRequest } from "@/lib/public-api/reference/snippets";
import type { Reference } from "../load-reference";
import { ReferenceSection } from "../section";
import { PROSE_FILE, readSectionProse, type SectionProse } from "./section-prose";
import { START_SECTIONS, type StartSectionId } from "./sections";

export type Sample = {
  reference: Reference;
  prose: SectionProse;
  /** The endpoints that these permissions can use on the entity; empty if they can use no entity. */
  endpoints: EndpointReference[];
  example: EntityExample | null;
};

export async function loadSample(reference: Reference): Promise<Sample> {
  const { caller, signedIn } = reference;
  const [access] = caller.access.entities().toSorted((left, right) => reachOf(right) - reachOf(left));
  if (access === undefined) return { reference, prose: readSectionProse("deals"), endpoints: [], example: null };
  const example = await exampleOf(caller, access, signedIn.address);
  return { reference, prose: readSectionProse(access.entity.key), endpoints: usableEndpoints(access), example };
}

/** An entity whose records can be read is a better sample than one that can only be written, and one with both is best. */
function reachOf({ permissions: { list, create, update } }: EntityAccess): number {
  return (list ? 4 : 0) + (update ? 2 : 0) + (create ? 1 : 0);
}

type SampleCardProps = {
  sample: Sample;
  id: string;
  title: string;
  name: EndpointName;
  request?: Partial<Pick<ExampleRequest, "query" | "headers" | "body">>;
};

export function SampleCard({ sample, id, title, name, request }: SampleCardProps) {
  const { reference, endpoints, example } = sample;
  const endpoint = endpoints.find((each) => each.endpoint.name === name)?.endpoint;
  if (endpoint === undefined || example === null)
    return (
      <p className="text-quiet text-sm">
        {title}: <Prose text="not included in these permissions, so the response would be 403 `PERMISSION_DENIED`." />
      </p>
    );
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="font-medium text-sm">{title}</p>
      <RequestCard
        id={id}
        title={title}
        request={{ ...example.requestFor(endpoint), ...request }}
        notes={example.notesOf(endpoint)}
        language={reference.language}
        target={reference.target}
      />
    </div>
  );
}

type StartSectionProps = { sample: Sample; id: StartSectionId; aside?: ReactNode; children?: ReactNode };

export function StartSection({ sample, id, aside, children }: StartSectionProps) {
  const title = START_SECTIONS.find((section) => section.id === id)?.title ?? id;
  const context = { file: PROSE_FILE, names: new Map(), origin: publicOrigin() };
  return (
    <ReferenceSection id={id} title={title} aside={aside}>
      <div className="grid grid-cols-1 gap-3">
        <Blocks tokens={sample.prose.get(title) ?? []} context={context} />
        {children}
      </div>
    </ReferenceSection>
  );
}
