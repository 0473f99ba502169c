import type { ReactNode } from "react";
import { ContentsHeading, ContentsLink, ReadingFrame, type Section, SectionLinks } from "@/components/reading/contents";
import { PublicFrame } from "@/components/shell/public-frame";
import { PublicLinks } from "@/components/shell/public-links";
import { DOCUMENT_GROUPS } from "../documents";

type DocsFrameProps = { path: string; sections: readonly Section[]; children: ReactNode };

export function DocsFrame({ path, sections, children }: DocsFrameProps) {
  return (
    <PublicFrame width="wide" links={<PublicLinks current="/docs" />}>
      <ReadingFrame
        label="Documentation"
        sections={sections}
        upwards={path === "/docs" ? null : { href: "/docs", title: "All documentation" }}
        contents={
          <>
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
          </>
        }
      >
        <div className="max-w-3xl">{children}</div>
      </ReadingFrame>
    </PublicFrame>
  );
}
