// Finds an award of the public catalogue: an active one.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type AwardItem, awardById } from '../../awards/record/award-record.ts';

/**
 * The award with this id, if it is active.
 * @throws Failure 404
 */
export async function requireActiveAward(tenant: TenantStore, id: string): Promise<AwardItem> {
  const award = await awardById(tenant, id);
  if (!award?.isActive) throw notFound('award', id);
  return award;
}
