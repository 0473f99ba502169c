/** The first request to try with a new token: it returns who the token is. */
import { RequestToCopy } from "./request-to-copy";
import { ENVIRONMENT_VARIABLE } from "./secret-lines";

export function CheckRequest({ origin }: { origin: string }) {
  return (
    <RequestToCopy
      label="Check the token"
      title={
        <p className="text-quiet">
          Save the token as <code>{ENVIRONMENT_VARIABLE}</code>, then check that it works:
        </p>
      }
      origin={origin}
      path="/me"
    />
  );
}
