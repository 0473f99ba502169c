/** The steps that an apply reports while it runs. */
export type Progress =
  /** Another apply to the same organisation has to end first. */
  | { step: "waiting" }
  | { step: "indexes"; entity: string; done: number; total: number }
  /** Waits for requests that began under the previous version. */
  | { step: "draining"; seconds: number }
  /** `done` of about `total` records of the entity. */
  | { step: "records"; entity: string; done: number; total: number };

export type OnProgress = (progress: Progress) => void;
