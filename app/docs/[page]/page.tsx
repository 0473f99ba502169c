import type { Metadata } from "next";
import { DocumentPage, titleOfDocument } from "../frame/document-page";

type DocsPageProps = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: DocsPageProps): Promise<Metadata> {
  return { title: titleOfDocument(`/docs/${(await params).page}`) };
}

export default async function DocsPage({ params }: DocsPageProps) {
  return <DocumentPage path={`/docs/${(await params).page}`} />;
}
