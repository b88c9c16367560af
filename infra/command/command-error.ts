// An error that the person who runs a command can fix.

/** Its message is one sentence that says what is wrong and what to do; it is all that a command prints of it. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}
