/** The element that says what was done, once the dialog is gone. */
export const OUTCOME_ID = "outcome-of-dialog";
