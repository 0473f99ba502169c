import type { Metadata } from "next";
import { ConfirmPage } from "@/components/confirm/confirm-page";
import { listOf } from "../../webhook-words";
import { openWebhook, type WebhookParams } from "../open-webhook";
import { deletionOf } from "./deletion";

export const metadata: Metadata = { title: "Delete webhook" };

export default async function DeletePage({ params }: WebhookParams) {
  const { view, page, isManaged } = await openWebhook(params);
  return (
    <ConfirmPage
      {...deletionOf(view, listOf(isManaged))}
      page={page}
      back={{ href: `/webhooks/${view.id}`, label: view.name }}
    />
  );
}
