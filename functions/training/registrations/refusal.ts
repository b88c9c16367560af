// What is told of the parts of a request that were refused.
import type { Failure } from '../../../shared/errors/failure.ts';

/** A refusal within a reply. */
export const presentRefusal = ({ code, message, target, details }: Failure) => ({
  code,
  message,
  target,
  ...(details.length > 0 && { details: details.map((fault) => ({ ...fault })) }),
});
