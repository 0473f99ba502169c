/** A failure that the user of the command can do something about. Its message says what. */
export class CommandFailed extends Error {}
