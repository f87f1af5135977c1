/** A command that cannot do what it was asked to do. Ends the program with exit code 1. */
export class CommandError extends Error {}
