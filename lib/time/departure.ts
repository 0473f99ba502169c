/** Whether somebody still waits for the response to a request, for work that is to stop once nobody does. */
import { CallerLeft } from "../errors";

export class Departure {
  private hasLeft = false;
  private listener: (() => void) | null = null;

  /** The caller has left, and will not come back. */
  leave(): void {
    if (this.hasLeft) return;
    this.hasLeft = true;
    this.listener?.();
  }

  throwIfLeft(): void {
    if (this.hasLeft) throw new CallerLeft();
  }

  /** Who listens is one at a time: the work that is being done at the moment. Called at once where the caller has left already. */
  whenLeft(listener: (() => void) | null): void {
    this.listener = listener;
    if (this.hasLeft) listener?.();
  }
}
