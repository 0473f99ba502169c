"use server";
/** Shows what a token of the chosen scopes would read. Reads as the member; makes nothing. */
import { previewEntity } from "@/lib/records/preview";
import { memberAction } from "@/lib/session/action";
import { sentPreview } from "./parse-form";

export const previewToken = memberAction(sentPreview, async ({ scopes, entityKey }, { member }) => ({
  preview: await previewEntity(member, scopes, entityKey),
}));
