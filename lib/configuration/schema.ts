/** The shape of the organization file, and its JSON Schema. Unknown members are errors: a misspelled rule would silently not apply. */
import { z } from "zod";
import { parseAddressRange } from "../http/address-range";
import {
  MAX_ALLOWED_ADDRESSES,
  MAX_CURRENT_TOKENS,
  MAX_EMAIL_LENGTH,
  MAX_POLICY_DAYS,
  MAX_WEBHOOK_HOSTS,
  MAX_WEBHOOKS_OF_ORGANIZATION,
  MAX_WEBHOOKS_OF_TOKEN,
  MIN_UNUSED_DAYS,
} from "../limits";
import { MANAGERS_OF_MEMBERS, MEMBER_KINDS, SECOND_FACTOR_RULES } from "../model";
import { anyJson, fieldSchema, flag, longText, shortText, word } from "./field-schema";

const key = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,62}$/,
    "must start with a letter and have only letters, digits, _ and -, 63 at most",
  );

export const addressRange = z.string().superRefine((text, issues) => {
  try {
    parseAddressRange(text);
  } catch (error) {
    issues.addIssue({ code: "custom", message: (error as Error).message });
  }
});

const webhookHost = z
  .string()
  .regex(/^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/, {
    error: "is a host in lower case, such as hooks.example.com or *.example.com, perhaps with :port",
  });

const upTo = (max: number, min = 0) => z.int().min(min).max(max);
const choice = (max: number, min = 1) => upTo(max, min).nullable().optional();

const webhookPolicySchema = z.strictObject({
  hosts: z
    .array(webhookHost)
    .max(MAX_WEBHOOK_HOSTS)
    .optional()
    .describe(
      "The hosts that webhooks can be sent to; `*.example.com` is every host below it. Default: every public one.",
    ),
  perToken: upTo(MAX_WEBHOOKS_OF_TOKEN)
    .optional()
    .describe(`The most webhooks of a token. Default: ${MAX_WEBHOOKS_OF_TOKEN}.`),
  perOrganization: upTo(MAX_WEBHOOKS_OF_ORGANIZATION)
    .optional()
    .describe(`The most webhooks of the organization. Default: ${MAX_WEBHOOKS_OF_ORGANIZATION}.`),
});

const tokenPolicySchema = z.strictObject({
  maxLifetimeDays: choice(MAX_POLICY_DAYS).describe(
    "The longest lifetime of a token that expires; null: any. Default: 366.",
  ),
  allowNeverExpiring: flag.describe("Whether tokens may have no expiry. Default: true."),
  requirePurpose: flag.describe("Whether tokens must say what they are for. Default: false."),
  revokeUnusedAfterDays: choice(MAX_POLICY_DAYS, MIN_UNUSED_DAYS).describe(
    "A token that was not used for so many days is revoked; null: none. Default: null.",
  ),
  allowedAddresses: z
    .array(addressRange)
    .max(MAX_ALLOWED_ADDRESSES)
    // It would allow every address.
    .refine(({ length }) => length > 0, "has no address: leave it out if tokens work from everywhere")
    .optional()
    .describe("Addresses and ranges from which tokens of the organization work. Default: from everywhere."),
  maxLiveTokens: choice(MAX_CURRENT_TOKENS).describe(
    "The most live tokens that a member can have; null: as many as the service allows. Default: null.",
  ),
  requireSecondFactor: z
    .enum(SECOND_FACTOR_RULES)
    .nullable()
    .optional()
    .describe(
      "Who must have a second factor to use the pages: administrators, or all members; null: nobody. Default: null.",
    ),
  webhooks: webhookPolicySchema.optional().describe("Where webhooks can be sent to, and how many there can be."),
});

const organizationSchema = z.strictObject({
  key,
  name: shortText,
  tokenPolicy: tokenPolicySchema.optional(),
  membersManagedBy: z
    .enum(MANAGERS_OF_MEMBERS)
    .optional()
    .describe("`pages`: administrators invite members, create service accounts and give roles. Default: file."),
});

const lifecycleSchema = z.strictObject({
  field: z.string().describe("A select field: its options are the states."),
  initial: z.array(z.string()).min(1).optional().describe("The states a record may be created in. Default: any."),
  states: z
    .record(
      z.string(),
      z.strictObject({
        locked: flag.describe("Whether records in this state refuse updates. Default: false."),
        deletable: flag.describe("Default: unless locked."),
      }),
    )
    .optional(),
  transitions: z.array(
    z.strictObject({
      from: z.string(),
      to: z.string(),
      verb: word.optional().describe("The verb that this transition requires besides update."),
    }),
  ),
});

const entitySchema = z.strictObject({
  key: key.describe("The entity key in the API's paths."),
  label: shortText.optional().describe("Default: made from the key."),
  pluralLabel: shortText.optional().describe("Default: the label."),
  description: longText.optional(),
  exposed: flag.describe("Whether the API knows the entity. Default: true."),
  labelField: z.string().describe("The text, email or url field that names a record."),
  uniqueLabel: flag.describe("Whether two records may not share a label. Default: false."),
  parentField: z.string().optional().describe("A reference field: records cannot outlive their parent."),
  fields: z.array(fieldSchema).min(1),
  lifecycle: lifecycleSchema.optional(),
});

const grantSchema = z.strictObject({
  entity: z.string(),
  verbs: z.array(word).min(1),
  where: anyJson.optional().describe("A filter: the records that these verbs reach. Default: all."),
});

const roleSchema = z.strictObject({ key, name: shortText, grants: z.array(grantSchema) });

export const emailAddress = z.email("must be an e-mail address").max(MAX_EMAIL_LENGTH).toLowerCase();

const memberSchema = z.strictObject({
  email: emailAddress,
  name: shortText,
  roles: z.array(z.string()),
  admin: flag.describe("May see and revoke every token of the organization. Default: false."),
  active: flag.describe("Default: true. The tokens of an inactive member are refused."),
  kind: z
    .enum(MEMBER_KINDS)
    .optional()
    .describe("`service`: an account for integrations, which owns tokens and cannot sign in. Default: person."),
  keepers: z
    .array(emailAddress)
    .optional()
    .describe("Of a service account: the members who manage its tokens, beside administrators, by their addresses."),
  managedBy: z
    .enum(MANAGERS_OF_MEMBERS)
    .optional()
    .describe(
      "`pages`: the file says how the member begins; administrators decide from then on. Default: the organization's.",
    ),
});

export const documentSchema = z.strictObject({
  $schema: z.string().optional(),
  organization: organizationSchema,
  entities: z.array(entitySchema),
  roles: z.array(roleSchema).optional(),
  members: z.array(memberSchema).optional().describe("Absent: members are left as they are."),
});

export type OrganizationDocument = z.output<typeof documentSchema>;
export type EntityDocument = z.output<typeof entitySchema>;
export type LifecycleDocument = z.output<typeof lifecycleSchema>;
export type RoleDocument = z.output<typeof roleSchema>;
export type MemberDocument = z.output<typeof memberSchema>;

/** The stored part of a file. Members have a table of their own. */
export type StoredDocument = Omit<OrganizationDocument, "members" | "$schema">;

/** For editors, as in `organization.schema.json`: draft 7, which they support completely. */
export function organizationJsonSchema(): string {
  const schema = z.toJSONSchema(documentSchema, { target: "draft-7", io: "input", unrepresentable: "any" });
  return `${JSON.stringify({ ...schema, title: "Organization file of the Public Records API" }, null, 2)}\n`;
}
