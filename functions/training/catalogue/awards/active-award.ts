// The award of the catalogue with an id: one that is offered.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import type { AwardItem } from '../../awards/award.ts';
import { awardById } from '../../awards/store.ts';

/**
 * The award with this id, if it is offered.
 * @throws Failure 404
 */
export async function requireActiveAward(tenant: TenantStore, id: string): Promise<AwardItem> {
  const award = await awardById(tenant, id);
  if (!award?.isActive) throw notFound('award', id);
  return award;
}
