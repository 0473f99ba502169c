"use client";
/** The moment since which changes are replayed, in UTC, as in the API. Opens the page that counts and confirms. */
import Form from "next/form";
import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";

export function ReplayForm({ id, begun, from, until }: { id: string; begun: string; from: string; until: string }) {
  // The page is refreshed, and would otherwise undo the choice.
  const [range] = useState({ begun, from, until });
  return (
    <Form action={`/webhooks/${id}/replay`} className="flex flex-wrap items-end gap-3">
      <TextField
        label="Since (UTC)"
        name="since"
        type="datetime-local"
        required
        className="min-w-0 basis-56"
        defaultValue={range.begun}
        min={range.from}
        max={range.until}
      />
      <Button type="submit">Replay</Button>
    </Form>
  );
}
