import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import {
  Contents,
  ContentsHeading,
  ContentsLink,
  PageContents,
  type Section,
  SectionLinks,
} from "@/components/reading/contents";
import { ReadingFrame } from "@/components/reading/reading-frame";
import { PublicFrame } from "@/components/shell/public-frame";
import { PublicLinks } from "@/components/shell/public-links";
import { publicOrigin } from "@/lib/http/origin";
import { DOCUMENT_GROUPS, DOCUMENTS, findDocument, type PublishedDocument } from "../documents";
import { Blocks } from "../markdown/blocks";
import { readDocument } from "../markdown/read-document";

type DocsFrameProps = { path: string; sections: readonly Section[]; children: ReactNode };

export function DocsFrame({ path, sections, children }: DocsFrameProps) {
  return (
    <PublicFrame width="wide" links={<PublicLinks current="/docs" />}>
      <ReadingFrame
        above={
          <PageContents
            sections={sections}
            upwards={path === "/docs" ? null : { href: "/docs", title: "All documentation" }}
          />
        }
        contents={
          <Contents label="Documentation">
            <ContentsLink href="/docs" isCurrent={path === "/docs"}>
              Documentation
            </ContentsLink>
            {DOCUMENT_GROUPS.map(({ title, documents }) => (
              <div key={title}>
                <ContentsHeading>{title}</ContentsHeading>
                <ul>
                  {documents.map((document) => (
                    <li key={document.path}>
                      <ContentsLink href={document.path} isCurrent={document.path === path}>
                        {document.title}
                      </ContentsLink>
                      {document.path === path && sections.length > 0 && <SectionLinks sections={sections} />}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </Contents>
        }
      >
        <div className="max-w-3xl">{children}</div>
      </ReadingFrame>
    </PublicFrame>
  );
}

export function DocumentPage({ path }: { path: string }) {
  const document = findDocument(path);
  if (document === undefined) notFound();
  const { tokens, sections, names } = readDocument(document);
  const place = DOCUMENTS.indexOf(document);
  return (
    <DocsFrame path={path} sections={sections}>
      <article className="grid grid-cols-1 gap-4">
        <Blocks tokens={tokens} context={{ file: document.file, names, origin: publicOrigin() }} />
      </article>
      <nav
        aria-label="Previous and next"
        className="mt-12 grid gap-3 border-line border-t pt-6 @xl/content:grid-cols-2 print:hidden"
      >
        <Neighbour name="Previous" document={DOCUMENTS[place - 1]} />
        <Neighbour name="Next" document={DOCUMENTS[place + 1]} />
      </nav>
    </DocsFrame>
  );
}

function Neighbour({ name, document }: { name: "Previous" | "Next"; document: PublishedDocument | undefined }) {
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

export function titleOfDocument(path: string): string {
  const document = findDocument(path);
  return document === undefined ? "Documentation" : `${document.title} · Documentation`;
}
