-- What calls tokens make: sums by the hour, and the last ones one by one. Both are written off the way of requests, in
-- batches, and both stay small: the sums are kept for 90 days, of the calls a fixed number for each token.

-- CreateTable
CREATE TABLE "token_usage" (
    "token_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "ok" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "token_usage_pkey" PRIMARY KEY ("token_id","hour")
);

-- CreateTable
CREATE TABLE "token_calls" (
    "id" BIGSERIAL NOT NULL,
    "token_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "entity_key" TEXT,
    "status" SMALLINT NOT NULL,
    "code" TEXT,
    "request_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "detail" JSONB,

    CONSTRAINT "token_calls_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "token_usage_hour_idx" ON "token_usage"("hour");

-- CreateIndex
CREATE INDEX "token_calls_token_id_at_idx" ON "token_calls"("token_id", "at" DESC);

-- CreateIndex
CREATE INDEX "token_calls_request_id_idx" ON "token_calls" USING HASH ("request_id");

-- AddForeignKey
ALTER TABLE "token_usage" ADD CONSTRAINT "token_usage_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token_calls" ADD CONSTRAINT "token_calls_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The sums of the hour are written again every second: with room in its page, a row's new version needs no index entry.
ALTER TABLE "token_usage" SET (fillfactor = 70);
