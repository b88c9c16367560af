// The documents of a course about the person (xAPI 2.3).
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../../../shared/errors/failure.ts';
import { launchDataId } from '../cmi5/launch-data.ts';
import type { AuthorizedLaunch } from '../record/authorize.ts';

/** How many documents a registration may have. */
export const maxStates = 20;

/** The account of an agent in a query; undefined where the text is none. */
function readAccount(text: string): unknown {
  try {
    return JSON.parse(text)?.account;
  } catch {
    return undefined;
  }
}

/** @throws Failure 403 for a person other than that of the launch */
export function assertOwnAgent(agent: string, launch: Pick<AuthorizedLaunch, 'agent'>): void {
  if (!isDeepStrictEqual(readAccount(agent), launch.agent.account))
    throw new Failure(
      'PERMISSION_DENIED',
      'agent must be the agent of the launch, as JSON: this credential is for one person.',
      { target: 'agent' },
    );
}

/** @throws Failure 403 for a person, activity or registration other than those of the launch */
export function assertOwnState(
  query: {
    readonly agent: string;
    readonly activityId: string;
    readonly registration?: string | undefined;
  },
  launch: AuthorizedLaunch,
): void {
  assertOwnAgent(query.agent, launch);
  if (query.activityId !== launch.enrollment.activityId)
    throw new Failure(
      'PERMISSION_DENIED',
      `activityId must be that of the launch, ${launch.enrollment.activityId}.`,
      {
        target: 'activityId',
      },
    );
  if (query.registration !== undefined && query.registration !== launch.enrollment.id)
    throw new Failure('PERMISSION_DENIED', 'registration must be that of the launch.', {
      target: 'registration',
    });
}

/** @throws Failure 403 for the document that only the platform writes (cmi5 10.2.1) */
export function assertWritable(stateId: string): void {
  if (stateId === launchDataId)
    throw new Failure('PERMISSION_DENIED', `A course must not change ${launchDataId} (cmi5 10.2.1).`, {
      target: 'stateId',
    });
}
