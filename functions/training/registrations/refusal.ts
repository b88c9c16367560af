// Presents the rejected parts of a bulk request.
import type { Failure } from '../../../shared/errors/failure.ts';

export const presentRefusal = ({ code, message, target, details }: Failure) => ({
  code,
  message,
  target,
  ...(details.length > 0 && { details: details.map((detail) => ({ ...detail })) }),
});
