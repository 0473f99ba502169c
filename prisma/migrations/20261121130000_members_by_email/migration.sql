-- Every request of the pages asks which organisations a person is a member of.
CREATE INDEX "members_email_idx" ON "members"("email");
