// Finds out whether the tenant tracks bills of a provider's session that are still to be decided: such a session is read on.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { SessionContent } from '../../../../shared/legislature/sessions/session.ts';
import { upsertSession } from '../../../../shared/legislature/sessions/sessions.ts';
import { type CoveredSession, loadCoverage } from '../reading/load-coverage.ts';

/** Looks the sessions of the tenant up once. */
export function createPendingFinder(
  tenant: TenantStore,
  now: Date,
): (session: SessionContent) => Promise<boolean> {
  let pending: Promise<readonly CoveredSession[]> | undefined;
  return async (content) => {
    pending ??= loadCoverage(tenant, { now });
    const ofState = (await pending).filter(({ session }) => session.stateId === content.stateId);
    if (ofState.length === 0) return false;
    const { session } = await upsertSession(tenant, content, { now, dryRun: true, keepStored: true });
    return ofState.some((one) => one.session.id === session.id);
  };
}
