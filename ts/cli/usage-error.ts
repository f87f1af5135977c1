/** An invalid command line. Ends the program with exit code 2. */
export class UsageError extends Error {
  /** The command whose help has more details, if any. */
  readonly command: string | undefined

  constructor(message: string, command?: string, options?: ErrorOptions) {
    super(message, options)
    this.command = command
  }
}
