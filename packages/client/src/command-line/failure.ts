/** A failure that the user of the command can fix. The message says how. */
export class CommandFailed extends Error {}
