/** What a call throws, as rows compare it. */
import { ApiError } from "@/lib/errors";

export function codeOf(call: () => unknown): string {
  const error = refusalOf(call);
  return error.code;
}

/** Throws where the call does not, or throws anything but an ApiError. */
export function refusalOf(call: () => unknown): ApiError {
  try {
    call();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("The call threw nothing.");
}
