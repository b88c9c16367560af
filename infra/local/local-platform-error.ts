// A fault of the laptop a person can mend; its message is the whole of what they read.

/**
 * Thrown where starting or running on a laptop cannot go on for a reason outside the code: no Java, a taken
 * port, a folder that cannot be written. The message is one sentence that says what is wrong and what to do.
 */
export class LocalPlatformError extends Error {
  override readonly name = 'LaptopError';
}

/** The `code` of a Node system error ('ENOENT', 'EADDRINUSE'), or undefined for anything else. */
export function getSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
