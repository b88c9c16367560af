// The legislature whose reference data a request lists: that of a state, or that of a session.
import type { TenantStore } from '../../../shared/data/store.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { sessionById } from '../../../shared/legislature/sessions/sessions.ts';
import { unknownValue, validateStateId } from '../unknown-value.ts';

interface LegislatureFilter {
  readonly stateId?: number | undefined;
  readonly sessionId?: number | undefined;
}

/**
 * The state of the filter; undefined for all states.
 * @throws Failure 400 when there is no such state or session, or the session belongs to another state
 */
export async function resolveStateId(
  tenant: TenantStore,
  { stateId, sessionId }: LegislatureFilter,
): Promise<number | undefined> {
  const details = validateStateId(stateId);
  const session = sessionId === undefined ? undefined : await sessionById(tenant, sessionId);
  if (sessionId !== undefined && !session)
    details.push(unknownValue('sessionId', `sessionId must be the id of a session, but was ${sessionId}.`));
  if (details.length === 0 && session && stateId !== undefined && session.stateId !== stateId)
    details.push({
      code: 'NOT_ALLOWED',
      message: `sessionId must be a session of the state ${stateId}, but was one of the state ${session.stateId}.`,
      target: 'sessionId',
    });
  throwIfInvalid(details);
  return session?.stateId ?? stateId;
}
