-- What an overview shows of a member or of a whole organisation: requests by the hour, how long they took, and which entities
-- they were about. By the member, because an organisation has a hundred times as many hours of tokens. Kept for 90 days.

-- CreateTable
CREATE TABLE "member_usage" (
    "member_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "ok" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "durations" INTEGER[] NOT NULL DEFAULT '{}',
    "entities" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "member_usage_pkey" PRIMARY KEY ("member_id","hour")
);

-- CreateIndex
CREATE INDEX "member_usage_hour_idx" ON "member_usage"("hour");

-- AddForeignKey
ALTER TABLE "member_usage" ADD CONSTRAINT "member_usage_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As for the sums of tokens.
ALTER TABLE "member_usage" SET (fillfactor = 70);

INSERT INTO "member_usage" ("member_id", "hour", "ok", "refused", "limited", "failed")
SELECT t."member_id", u."hour", sum(u."ok"), sum(u."refused"), sum(u."limited"), sum(u."failed")
FROM "token_usage" u JOIN "tokens" t ON t."id" = u."token_id" GROUP BY 1, 2;

-- The request log of an organisation: its requests by their time, whichever token they were made with. Null where the version
-- before wrote a row, which is then in the log of its token alone.
ALTER TABLE "token_calls" ADD COLUMN "organization_id" UUID, ADD COLUMN "milliseconds" REAL;

UPDATE "token_calls" c SET "organization_id" = t."organization_id" FROM "tokens" t WHERE t."id" = c."token_id";

-- CreateIndex
CREATE INDEX "token_calls_organization_id_at_id_idx" ON "token_calls"("organization_id", "at" DESC, "id" DESC);
