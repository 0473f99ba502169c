import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Awaited } from "@/components/tokens/awaited-request";
import { CheckRequest } from "@/components/tokens/request-to-copy";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";
import type { PageMember } from "@/lib/session/visitor";
import { FirstToken } from "./first-token";
import type { FirstTokenRequest } from "./load-first-token";

type FirstStepsProps = {
  page: PageMember;
  /** null: only the member can decide what a token should do. */
  first: FirstTokenRequest | null;
  origin: string;
  tokens: "none" | "some";
};

export function FirstSteps({ page, first, origin, tokens }: FirstStepsProps) {
  const hasToken = tokens === "some";
  return (
    <Card title="Three steps to your first request">
      <ol className="grid gap-6">
        <Step number={1} title="Create a token" state={hasToken ? "done" : "next"}>
          <p className="text-quiet">Tokens let your programs act on your behalf, with the access you choose.</p>
          {first !== null && <FirstToken {...{ page, first, origin, hasToken }} />}
          {first === null && !hasToken && (
            <LinkButton href="/tokens/new" look="primary" className="mt-3">
              Create your first token
            </LinkButton>
          )}
        </Step>
        <Step number={2} title="Send a request" state={hasToken ? "next" : "later"}>
          <CheckRequest origin={origin} />
        </Step>
        <Step number={3} title="Watch it arrive" state="later">
          {hasToken && <Awaited hasArrived={false} />}
          <p className="text-quiet">
            It appears in the{" "}
            <Link href="/requests" className="text-accent underline underline-offset-2">
              request log
            </Link>{" "}
            within seconds. See the{" "}
            <Link href="/reference" className="text-accent underline underline-offset-2">
              API reference
            </Link>{" "}
            for all endpoints.
          </p>
        </Step>
      </ol>
    </Card>
  );
}

type StepProps = { number: number; title: string; state: "done" | "next" | "later"; children: ReactNode };

function Step({ number, title, state, children }: StepProps) {
  const look = state === "later" ? "bg-sunken text-quiet" : "bg-accent-soft text-accent";
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className={`grid size-7 place-items-center rounded-full font-medium text-sm ${look}`}>
        {state === "done" ? <Check className="size-4" /> : number}
      </span>
      <div>
        <h3 className="font-medium leading-7">
          {title}
          {state === "done" && <span className="sr-only">, done</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
