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

/** What a failure says about references of the body: details, or the one that a 404 is about. */
function listReferences(
  { code, details, target, message }: Failure,
  members: readonly string[],
): readonly ErrorDetail[] {
  if (code === 'VALIDATION_ERROR') return details.filter((detail) => detail.code === 'UNKNOWN_VALUE');
  if (code !== 'RESOURCE_NOT_FOUND' || target === undefined || !isWithin(target, members)) return [];
  return [{ code: 'UNKNOWN_VALUE', message, target }];
}

/**
 * Runs a rule as in a dry run, without its commit, on a request whose invalid values were replaced, and returns what it
 * reports as unknown. Everything else that it reports may be about a stand-in, and is found when the request is sent
 * again.
 *
 * @param members the members of the body: a 404 about one of them is about a reference, any other about the address
 * @param replaced where the stand-ins are
 */
export async function findUnknownReferences(
  decide: () => Promise<unknown>,
  members: readonly string[],
  replaced: readonly string[],
): Promise<readonly ErrorDetail[]> {
  try {
    await runReadOnly(decide);
    return [];
  } catch (error) {
    // Whatever else may fail, the request is invalid, and its faults are known.
    if (!(error instanceof Failure)) return [];
    return listReferences(error, members).filter(({ target }) => !isWithin(target, replaced));
  }
}
