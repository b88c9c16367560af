// Awards that say so are awarded by the platform, as soon as the last requirement is met.
//
// The transaction that completes the requirements sets a timer that is due at once: the award has a transaction of its own, so
// that no attendance fails because of it, and nothing looks through people to find who is complete.
import { tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { isRefusal } from '../../../../../shared/errors/failure.ts';
import type { TimerItem } from '../../../../../shared/schedule/timers.ts';
import { awardById } from '../../../awards/record/award-record.ts';
import { awardPerson } from './award-person.ts';

/**
 * Runs a timer `award-complete`, subject the person's and the award's id. Nothing happens when the award is no longer awarded
 * automatically, or something is missing by now: credits may have been voided since.
 */
export async function awardAutomatically(
  tenant: TenantStore,
  { subject }: TimerItem,
  now: Date,
  newId: () => string,
): Promise<readonly Change[]> {
  const [personId = '', awardId = ''] = subject.split('#');
  const [settings, award] = await Promise.all([
    tenant.get(tenantKey(tenant)),
    awardById(tenant, awardId, { consistent: true }),
  ]);
  if (!settings || !award?.awardsAutomatically || !award.isActive) return [];
  try {
    const context = { tenant, settings, by: 'system', now, newId };
    return (await awardPerson(context, { awardId, personId })).changes;
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}
