/** What an entity is, and what the caller can do with it. */
import { Check, Minus } from "lucide-react";
import { Badge } from "@/components/ui/text/badge";
import type { EntityAccess } from "@/lib/access/compile";
import type { EntityDescription } from "@/lib/entities/view";
import { VERBS, type Verb } from "@/lib/model";

type EntityIntroProps = { access: EntityAccess; description: EntityDescription };

export function EntityIntro({ access, description }: EntityIntroProps) {
  const { entityKey, pluralLabel, labelField } = description;
  const label = description.fields.find(({ key }) => key === labelField);
  return (
    <header className="mb-9">
      <h1 className="font-semibold text-3xl leading-tight [overflow-wrap:anywhere]">
        <bdi>{pluralLabel}</bdi>
      </h1>
      <p className="mt-1.5 text-quiet">
        <code className="[overflow-wrap:anywhere]">/entities/{entityKey}</code>
      </p>
      <div className="mt-4 grid max-w-3xl grid-cols-1 gap-3">
        {description.description && (
          <p className="text-lg leading-relaxed [overflow-wrap:anywhere]">
            <bdi>{description.description}</bdi>
          </p>
        )}
        <ul className="flex flex-wrap gap-2">
          {VERBS.map((verb) => (
            <VerbItem key={verb} verb={verb} access={access} />
          ))}
        </ul>
        {label && (
          <p className="text-quiet [overflow-wrap:anywhere]">
            The label is{" "}
            <a href={`#field-${label.key}`} className="text-accent underline underline-offset-2">
              <bdi>{label.label}</bdi>
            </a>
            .
          </p>
        )}
      </div>
    </header>
  );
}

const DONE: Record<Verb, string> = { list: "read", create: "create", update: "update", delete: "delete" };

function VerbItem({ verb, access }: { verb: Verb; access: EntityAccess }) {
  const isHeld = access.permissions[verb];
  const isLimited = isHeld && access.scopeOf(verb) !== "all";
  return (
    <li>
      <Badge tone={isHeld ? "good" : "neutral"} icon={isHeld ? Check : Minus}>
        {isHeld ? "Can" : "Cannot"} {DONE[verb]}
        {isLimited && " some records"}
      </Badge>
    </li>
  );
}
