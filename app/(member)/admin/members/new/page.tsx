import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { pageMemberOf, requireAdministrator } from "@/lib/session/visitor";
import { loadChoices } from "../load-choices";
import { MemberForm } from "../member-form";

export const metadata = { title: "New member" };

const TEXTS = {
  person: {
    title: "Invite a member",
    description: "You get a one-time link to send them. They have no access until they accept.",
  },
  service: {
    title: "New service account",
    description: "Owns the tokens of your integrations and cannot sign in. Its roles limit what those tokens can do.",
  },
};

export default async function NewMemberPage({ searchParams }: PageProps<"/admin/members/new">) {
  const signedIn = await requireAdministrator();
  const kind = (await searchParams).kind === "service" ? "service" : "person";
  const { membersManagedBy, ...choices } = await loadChoices(signedIn.organization.id, kind);
  return (
    <>
      <PageHeader {...TEXTS[kind]} back={{ href: "/admin/members", label: "Members" }} />
      {membersManagedBy === "pages" ? (
        <div className="max-w-2xl">
          <MemberForm key={kind} page={pageMemberOf(signedIn)} kind={kind} member={null} {...choices} />
        </div>
      ) : (
        <Notice title="Members are managed in the configuration file">
          Add them there, or let administrators do it here: set <code>membersManagedBy</code> to <code>"pages"</code> in
          its <code>organization</code>.
        </Notice>
      )}
    </>
  );
}
