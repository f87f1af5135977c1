/** A command line that cannot be understood. Ends the program with exit code 2. */
export class UsageError extends Error {
  /** The command whose help says more, where it is one. */
  readonly command: string | undefined

  constructor(message: string, command?: string, options?: ErrorOptions) {
    super(message, options)
    this.command = command
  }
}
