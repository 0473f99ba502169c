/** For whoever has made no request yet: three steps to the first one. */
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { RequestToCopy } from "@/components/tokens/request-to-copy";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/controls/button";

type FirstStepsProps = {
  /** Public, without a trailing slash. */
  origin: string;
  tokens: "none" | "some";
};

export function FirstSteps({ origin, tokens }: FirstStepsProps) {
  const hasToken = tokens === "some";
  return (
    <Card title="Three steps to your first request">
      <ol className="grid gap-6">
        <Step number={1} title="Create a token" state={hasToken ? "done" : "next"}>
          <p className="text-quiet">
            A token lets one of your programs read and write records in your name, within what you choose for it.
          </p>
          {!hasToken && (
            <LinkButton href="/tokens/new" look="primary" className="mt-3">
              Create your first token
            </LinkButton>
          )}
        </Step>
        <Step number={2} title="Send a request" state={hasToken ? "next" : "later"}>
          <RequestToCopy
            label="A first request"
            title={
              <p className="text-quiet">
                Put the secret into <code>{ENVIRONMENT_VARIABLE}</code>, and ask who the token is.
              </p>
            }
            origin={origin}
            path="/me"
          />
        </Step>
        <Step number={3} title="Watch it arrive" state="later">
          <p className="text-quiet">
            A second or two after its response it is in the{" "}
            <Link href="/requests" className="text-accent underline underline-offset-2">
              request log
            </Link>
            . What you can ask for is in the{" "}
            <Link href="/reference" className="text-accent underline underline-offset-2">
              API reference
            </Link>
            .
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
