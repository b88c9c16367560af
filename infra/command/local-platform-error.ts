// An error of the local platform that a person can fix; the message is all they read.
import { CommandError } from './command-error.ts';

/**
 * Thrown when the local platform cannot start or run for a reason outside the code: no Java, a port in use, a folder
 * that cannot be written. The message is one sentence that says what is wrong and what to do.
 */
export class LocalPlatformError extends CommandError {
  override readonly name = 'LocalPlatformError';
}

/** The `code` of a Node system error ('ENOENT', 'EADDRINUSE'), or undefined for anything else. */
export function getSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
