-- What members hear of tokens without looking for it: one row for each of them. Kept for 90 days.

-- CreateTable
CREATE TABLE "notices" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "token_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "details" JSONB NOT NULL DEFAULT '{}',
    "once" TEXT,
    "read" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notices_member_id_once_key" ON "notices"("member_id", "once");

-- CreateIndex
CREATE INDEX "notices_member_id_at_id_idx" ON "notices"("member_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "notices_member_id_read_idx" ON "notices"("member_id", "read");

-- CreateIndex
CREATE INDEX "notices_at_idx" ON "notices"("at");

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From which addresses each token was used, a fixed number of them, to notice a new one. Until now the last one is known.

-- CreateTable
CREATE TABLE "token_addresses" (
    "token_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "first_used" TIMESTAMPTZ(3) NOT NULL,
    "last_used" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "token_addresses_pkey" PRIMARY KEY ("token_id","address")
);

-- CreateIndex
CREATE INDEX "token_addresses_last_used_idx" ON "token_addresses"("last_used");

-- AddForeignKey
ALTER TABLE "token_addresses" ADD CONSTRAINT "token_addresses_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "token_addresses" ("token_id", "address", "first_used", "last_used")
SELECT "token_id", "last_used_address", "last_used", "last_used" FROM "token_uses";

-- When the owner of an unused token was told that it will be revoked.
ALTER TABLE "tokens" ADD COLUMN "told_unused" TIMESTAMPTZ(3);
