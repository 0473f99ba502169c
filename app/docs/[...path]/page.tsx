import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { publicOrigin } from "@/lib/http/origin";
import { DOCUMENTS, findDocument, type PublishedDocument } from "../documents";
import { DocsFrame } from "../frame/docs-frame";
import { Blocks } from "../markdown/blocks";
import { readDocument } from "../markdown/read-document";

const documentOf = async ({ params }: PageProps<"/docs/[...path]">) =>
  findDocument(`/docs/${(await params).path.join("/")}`);

export async function generateMetadata(props: PageProps<"/docs/[...path]">): Promise<Metadata> {
  const document = await documentOf(props);
  return { title: document === undefined ? "Documentation" : `${document.title} · Documentation` };
}

export default async function DocumentPage(props: PageProps<"/docs/[...path]">) {
  const document = await documentOf(props);
  if (document === undefined) notFound();
  const { tokens, sections, names } = readDocument(document);
  const place = DOCUMENTS.indexOf(document);
  return (
    <DocsFrame path={document.path} sections={sections}>
      <article className="grid grid-cols-1 gap-4">
        <Blocks tokens={tokens} context={{ file: document.file, names, origin: publicOrigin() }} />
      </article>
      <nav
        aria-label="Previous and next"
        className="mt-12 grid gap-3 border-line border-t pt-6 @xl/content:grid-cols-2 print:hidden"
      >
        <Neighbor name="Previous" document={DOCUMENTS[place - 1]} />
        <Neighbor name="Next" document={DOCUMENTS[place + 1]} />
      </nav>
    </DocsFrame>
  );
}

function Neighbor({ name, document }: { name: "Previous" | "Next"; document: PublishedDocument | undefined }) {
  if (document === undefined) return null;
  return (
    <a
      href={document.path}
      className={`rounded-card border border-line bg-surface px-4 py-3 hover:border-edge ${name === "Next" ? "@xl/content:col-start-2 @xl/content:text-right" : ""}`}
    >
      <span className="block text-quiet text-xs">{name}</span>
      <span className="font-medium">{document.title}</span>
    </a>
  );
}
