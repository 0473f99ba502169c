import { PageShell } from "@/components/session/page-shell";
import { Shell } from "@/components/shell/shell";
import { chosenTheme } from "@/components/theme/chosen-theme";
import { countUnread } from "@/lib/notices/list";
import { providerName } from "@/lib/session/provider";
import { requireMember } from "@/lib/session/visitor";
import { isKeeper } from "@/lib/tokens/read/visibility";
import { signOutHere } from "./actions";

/**
 * Loads who is signed in. Each page checks what they can see, because a layout is not rendered again for every page. `dialog`: an
 * act that a page asks to confirm.
 */
export default async function MemberLayout({ children, dialog }: LayoutProps<"/">) {
  const signedIn = await requireMember();
  const { member } = signedIn;
  return (
    <Shell
      signedIn={signedIn}
      keeper={!member.admin && (await isKeeper(member))}
      unread={await countUnread(member)}
      theme={await chosenTheme()}
      onSignOut={signOutHere}
    >
      <PageShell memberId={member.id} provider={providerName()} dialog={dialog}>
        {children}
      </PageShell>
    </Shell>
  );
}
