-- The pair of a rotation: a token, and the one that replaces it. Unique, so that a token is replaced once whoever writes.
ALTER TABLE "tokens" ADD COLUMN "replaces_id" TEXT;

ALTER TABLE "tokens"
    ADD CONSTRAINT "tokens_replaces_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "tokens"("id")
        ON DELETE RESTRICT ON UPDATE CASCADE,
    ADD CONSTRAINT "tokens_replaces_another" CHECK ("replaces_id" <> "id");

CREATE UNIQUE INDEX "tokens_replaces_id_key" ON "tokens"("replaces_id");

-- From where, and in which request of the pages. Empty for the command line.
ALTER TABLE "audit_events" ADD COLUMN "address" TEXT, ADD COLUMN "request_id" TEXT;

-- The history of one token or member.
CREATE INDEX "audit_events_organization_id_subject_at_idx" ON "audit_events"("organization_id", "subject", "at" DESC);
