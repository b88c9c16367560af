// Finds the step that a path names.
import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { findBroadcast } from '../../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { notFound } from '../../../../../shared/errors/failure.ts';
import type { SeriesItem } from '../../../../../shared/mail-series/series.ts';

/** @throws Failure 404 */
export async function requireStep(
  tenant: TenantStore,
  { steps }: SeriesItem,
  stepId: string,
): Promise<BroadcastItem> {
  const broadcast = steps.some(({ id }) => id === stepId) ? await findBroadcast(tenant, stepId) : undefined;
  if (!broadcast) throw notFound('step of the series', stepId, 'stepId');
  return broadcast;
}
