export const ADMINISTRATION = {
  noAnswer:
    "There was no response, so it may have been done or not. Check your connection, and see what the members’ page says.",
  forbidden: "Only administrators can do this. You are no longer one.",
};
