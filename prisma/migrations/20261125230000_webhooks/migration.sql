CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "token_id" TEXT NOT NULL,
    "entity_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "fields" JSONB,
    "expand" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "disabled" TEXT,
    "keys" TEXT NOT NULL,
    "former_keys" TEXT,
    "former_until" TIMESTAMPTZ(3),
    "version" UUID NOT NULL,
    "from_transaction" BIGINT NOT NULL,
    "from_sequence" BIGINT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "epoch" TEXT NOT NULL,
    "permissions" TEXT NOT NULL,
    "until" JSONB,
    "replays" INTEGER NOT NULL DEFAULT 0,
    "due" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "told_failing" BOOLEAN NOT NULL DEFAULT false,
    "last_attempt" JSONB,
    "lease" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_deliveries" (
    "id" BIGSERIAL NOT NULL,
    "webhook_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "message_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "items" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "status" SMALLINT,
    "milliseconds" INTEGER NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "webhooks_token_id_idx" ON "webhooks"("token_id");
CREATE INDEX "webhooks_organization_id_idx" ON "webhooks"("organization_id");
CREATE INDEX "webhooks_entity_id_idx" ON "webhooks"("entity_id");
CREATE INDEX "webhook_deliveries_webhook_id_id_idx" ON "webhook_deliveries"("webhook_id", "id" DESC);

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_entity_id_fkey" FOREIGN KEY ("entity_id") REFERENCES "entities"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
