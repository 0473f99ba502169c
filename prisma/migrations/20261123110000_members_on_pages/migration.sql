-- Who decides over a member: the organisation's file, as until now, or its administrators on the pages. Who manages the tokens of a
-- service account, by address. When somebody was invited who has not accepted yet.
ALTER TABLE "members" ADD COLUMN "managed_by" TEXT NOT NULL DEFAULT 'file',
    ADD COLUMN "keepers" TEXT[] NOT NULL DEFAULT '{}',
    ADD COLUMN "invited" TIMESTAMPTZ(3),
    ADD CONSTRAINT "members_managed_by" CHECK ("managed_by" IN ('file', 'pages'));

-- The one organisation whose administrators vouch for a person; null: whoever runs the service does, or the identity provider.
ALTER TABLE "users" ADD COLUMN "only_organization_id" UUID;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_only_organization_id_fkey" FOREIGN KEY ("only_organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
