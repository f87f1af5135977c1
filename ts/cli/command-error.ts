/** The failure of a command. Ends the program with exit code 1. */
export class CommandError extends Error {}
