// Finds the references of an invalid request that name nothing, so that they are reported with its other faults.
import { runReadOnly } from '../data/read-only.ts';
import { type ErrorDetail, Failure } from '../errors/failure.ts';
import type { Request } from './request/request.ts';

/** The request as a dry run, for rules that commit in parts. */
export const toDryRun = (request: Request): Request => ({
  ...request,
  query: {
    ...Object.fromEntries(
      Object.entries(request.query).filter(([name]) => name.toLowerCase() !== 'validateonly'),
    ),
    validateOnly: ['true'],
  },
});

/** Whether the target is one of these places, or inside one. */
const isWithin = (target: string, places: readonly string[]): boolean =>
  places.some(
    (place) => target === place || target.startsWith(`${place}.`) || target.startsWith(`${place}[`),
  );

/**
 * Runs a rule as in a dry run, without its commit, on a request whose invalid values were replaced, and returns what it
 * reports as unknown. Everything else that it reports may be about a stand-in, and is found when the request is sent
 * again.
 *
 * @param replaced where the stand-ins are
 */
export async function findUnknownReferences(
  decide: () => Promise<unknown>,
  replaced: readonly string[],
): Promise<readonly ErrorDetail[]> {
  try {
    await runReadOnly(decide);
    return [];
  } catch (error) {
    // Whatever else may fail, the request is invalid, and its faults are known.
    if (!(error instanceof Failure) || error.code !== 'VALIDATION_ERROR') return [];
    return error.details.filter(
      ({ code, target }) => code === 'UNKNOWN_VALUE' && !isWithin(target, replaced),
    );
  }
}
