/** Shown after a token was created, until it is used: how to send a first request. */
import { CheckRequest } from "@/components/tokens/check-request";
import { Card } from "@/components/ui/card";

type CreatedNoticeProps = { token: { name: string }; origin: string };

export function CreatedNotice({ token: { name }, origin }: CreatedNoticeProps) {
  return (
    <div className="mb-6">
      <Card
        title="Send a first request"
        description={
          <>
            “<bdi>{name}</bdi>” is ready and has not been used yet.
          </>
        }
      >
        <CheckRequest origin={origin} />
      </Card>
    </div>
  );
}
