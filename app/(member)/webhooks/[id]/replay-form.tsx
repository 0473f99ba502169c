"use client";
/** The moment since which changes are sent again. In UTC, as in the API. */
import { useState } from "react";
import { PageField } from "@/components/session/page-field";
import { useMemberForm } from "@/components/session/use-form";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";
import { ErrorNotice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import { replayAction } from "../actions";

type ReplayFormProps = { page: PageMember; id: string; begun: string; from: string; until: string };

const TEXTS = { noAnswer: "There was no response. Reload the page to see whether changes are sent again." };

export function ReplayForm({ page, id, begun, from, until }: ReplayFormProps) {
  // The page is refreshed, and would otherwise take back what was chosen.
  const [range] = useState({ begun, from, until });
  const { form, message, busy, dialog } = useMemberForm(page, replayAction, TEXTS);
  return (
    <>
      <form {...form} className="flex flex-wrap items-end gap-3">
        <PageField page={page} />
        <input type="hidden" name="webhook" value={id} />
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
        <Button type="submit" busy={busy}>
          Send again
        </Button>
        <div className="basis-full empty:hidden">
          <ErrorNotice text={message} />
        </div>
      </form>
      {dialog}
    </>
  );
}
