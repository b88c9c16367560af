// Presents the parts of a bulk request.
import type { Failure } from '../../shared/errors/failure.ts';
import type { PartOutcome } from '../../shared/http/perform-parts.ts';

export const presentRefusal = ({ code, message, target, details }: Failure) => ({
  code,
  message,
  target,
  ...(details.length > 0 && { details: details.map((detail) => ({ ...detail })) }),
});

/** What the result of a row says: the answer, why it was refused, or that it is pending. */
export const presentOutcome = <A extends object>(outcome: PartOutcome<A>) => {
  if (outcome.state === 'refused') return { error: presentRefusal(outcome.refusal) };
  return outcome.state === 'done' ? outcome.answer : { isPending: true as const };
};
