-- When a token last used each verb on each entity, so that a busy token can be told what it does without, too. A token that was there
-- before is known from now on only.
ALTER TABLE "tokens" ADD COLUMN "verbs_noted_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "token_verb_uses" (
    "token_id" TEXT NOT NULL,
    "entity_key" TEXT NOT NULL,
    "verb" TEXT NOT NULL,
    "last_used" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "token_verb_uses_pkey" PRIMARY KEY ("token_id","entity_key","verb")
);

-- AddForeignKey
ALTER TABLE "token_verb_uses" ADD CONSTRAINT "token_verb_uses_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
