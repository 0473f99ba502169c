/** The steps that an apply reports while it runs. */
export type Progress =
  /** Another apply to the same organization has to end first. */
  | { step: "waiting" }
  | { step: "indexes"; entity: string; done: number; total: number }
  | { step: "records"; entity: string; done: number; total: number };

export type OnProgress = (progress: Progress) => void;
