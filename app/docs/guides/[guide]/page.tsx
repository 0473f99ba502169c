import type { Metadata } from "next";
import { DocumentPage, titleOfDocument } from "../../frame/document-page";

type GuidePageProps = { params: Promise<{ guide: string }> };

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
  return { title: titleOfDocument(`/docs/guides/${(await params).guide}`) };
}

export default async function GuidePage({ params }: GuidePageProps) {
  return <DocumentPage path={`/docs/guides/${(await params).guide}`} />;
}
