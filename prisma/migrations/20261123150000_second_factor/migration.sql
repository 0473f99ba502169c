-- The second factor of people who sign in to the pages. Its secret is encrypted under APP_SECRET; recovery codes are kept as hashes.

-- AlterTable
ALTER TABLE "users" ADD COLUMN "second_factor_since" TIMESTAMPTZ(3);

-- When the second factor of the session was given; null where none was.
ALTER TABLE "sessions" ADD COLUMN "second_factor_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "last_step" INTEGER NOT NULL,
    "recovery_hashes" TEXT[],

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Notices of what is no token's.
ALTER TABLE "notices" ALTER COLUMN "token_id" DROP NOT NULL;
