// Which legislature a list is asked for: by its state, or by one of its sessions.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import { sessionById } from '../../../shared/legislature/sessions.ts';
import { stateById } from '../../../shared/legislature/states.ts';

/** What a list may be asked for. */
interface LegislatureFilter {
  readonly stateId?: number | undefined;
  readonly sessionId?: number | undefined;
}

const unknownValue = (target: string, message: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message,
  target,
});

/**
 * The state that is asked for; undefined for all.
 * @throws Failure 400 when there is no such state or session, or the session is another state's
 */
export async function resolveStateId(
  tenant: TenantStore,
  { stateId, sessionId }: LegislatureFilter,
): Promise<number | undefined> {
  const faults: ErrorDetail[] = [];
  if (stateId !== undefined && !stateById(stateId))
    faults.push(
      unknownValue('stateId', `stateId must be the FIPS code of a state, or 0, but was ${stateId}.`),
    );
  const session = sessionId === undefined ? undefined : await sessionById(tenant, sessionId);
  if (sessionId !== undefined && !session)
    faults.push(unknownValue('sessionId', `sessionId must be the id of a session, but was ${sessionId}.`));
  if (faults.length === 0 && session && stateId !== undefined && session.stateId !== stateId)
    faults.push({
      code: 'NOT_ALLOWED',
      message: `sessionId names a session of state ${session.stateId}, but stateId is ${stateId}.`,
      target: 'sessionId',
    });
  const [first, ...more] = faults;
  if (first) throw invalid([first, ...more]);
  return session?.stateId ?? stateId;
}
