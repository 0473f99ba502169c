-- The sums of calls by the day as well: a list of a thousand tokens shows thirty days of each, which are 720 hours.

-- CreateTable
CREATE TABLE "token_days" (
    "token_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "ok" INTEGER NOT NULL DEFAULT 0,
    "denied" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "token_days_pkey" PRIMARY KEY ("token_id","day")
);

-- CreateIndex
CREATE INDEX "token_days_day_idx" ON "token_days"("day");

-- AddForeignKey
ALTER TABLE "token_days" ADD CONSTRAINT "token_days_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As for the sums by the hour.
ALTER TABLE "token_days" SET (fillfactor = 70);

INSERT INTO "token_days" ("token_id", "day", "ok", "denied")
SELECT "token_id", ("hour" AT TIME ZONE 'UTC')::date, sum("ok"), sum("refused" + "limited" + "failed")
FROM "token_usage" GROUP BY 1, 2;
