/** The progress of an apply. */
export type Progress =
  /** Another apply to the same organisation has to end first. */
  | { step: "waiting" }
  /** `done` of `total` indexes of the entity. */
  | { step: "indexes"; entity: string; done: number; total: number }
  /** Waits for requests that began under the former version. */
  | { step: "draining"; seconds: number }
  /** `done` of about `total` records of the entity. */
  | { step: "records"; entity: string; done: number; total: number };

export type OnProgress = (progress: Progress) => void;
