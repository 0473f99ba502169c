import type { AuditAction } from "@/lib/events";

const GROUPS = {
  Tokens: {
    "token.create": "Token created",
    "token.rename": "Token renamed",
    "token.narrow": "Token access narrowed",
    "token.limit": "Token limited",
    "token.rotate": "Token rotated",
    "token.end-overlap": "Overlap ended",
    "token.hand-over": "Token handed over",
    "token.revoke": "Token revoked",
  },
  Webhooks: {
    "webhook.create": "Webhook created",
    "webhook.change": "Webhook changed",
    "webhook.pause": "Webhook paused",
    "webhook.resume": "Webhook resumed",
    "webhook.replay": "Webhook replayed",
    "webhook.rotate": "Webhook secret rotated",
    "webhook.test": "Webhook tested",
    "webhook.delete": "Webhook deleted",
    "webhook.disable": "Webhook disabled",
  },
  Members: {
    "member.invite": "Member invited",
    "member.accept-invitation": "Invitation accepted",
    "member.withdraw-invitation": "Invitation withdrawn",
    "member.create": "Service account created",
    "member.change": "Member changed",
    "member.activate": "Member activated",
    "member.deactivate": "Member deactivated",
  },
  "Sign-in and security": {
    "member.sign-in": "Signed in",
    "member.sign-out": "Signed out",
    "member.sign-in-refused": "Sign-in refused",
    "member.sign-in-link": "Sign-in link created",
    "member.set-password": "Password set",
    "member.second-factor-on": "Second factor set up",
    "member.second-factor-off": "Second factor turned off",
    "member.second-factor-refused": "Wrong code refused",
    "member.reset-second-factor": "Second factor reset",
    "member.recovery-codes": "New recovery codes",
    "member.reset-account": "Password and second factor reset",
  },
  Organization: {
    "configuration.apply": "Configuration applied",
    "configuration.policy": "Token policy changed",
    "records.import": "Records imported",
    "audit.export": "Audit log exported",
  },
} as const;

export const ACTION_LABELS: Record<AuditAction, string> = {
  ...GROUPS.Tokens,
  ...GROUPS.Webhooks,
  ...GROUPS.Members,
  ...GROUPS["Sign-in and security"],
  ...GROUPS.Organization,
};

export const ACTION_GROUPS = Object.entries(GROUPS).map(([group, labels]) => ({
  label: group,
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
}));
