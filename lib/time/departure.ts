/** Whether the client still waits for the response, for work that should stop otherwise. */
import { CallerLeft } from "../errors";

export class Departure {
  private hasLeft = false;
  private listener: (() => void) | null = null;

  leave(): void {
    if (this.hasLeft) return;
    this.hasLeft = true;
    this.listener?.();
  }

  throwIfLeft(): void {
    if (this.hasLeft) throw new CallerLeft();
  }

  /** One listener at a time: the work being done now. Called at once where the client has left already. */
  whenLeft(listener: (() => void) | null): void {
    this.listener = listener;
    if (this.hasLeft) listener?.();
  }
}
