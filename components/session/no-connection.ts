/** For dialogs over a half-filled form, where trying again does no harm. */
export const NO_CONNECTION = "No answer came. Check your connection, and try again: what you have typed is still here.";
