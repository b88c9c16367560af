// The classes for which a person has a live registration.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { followMerges } from '../../../../shared/merges/follow-merges.ts';
import { type ClassItem, classKey } from '../../classes/record/class.ts';
import { type ClaimItem, claimKey } from '../../registrations/record/claims.ts';

/** Those of some classes that are not cancelled and for which the member has a live registration. One round trip per hundred. */
export async function loadLiveClasses(
  tenant: TenantStore,
  memberId: string,
  classIds: readonly string[],
): Promise<readonly ClassItem[]> {
  if (classIds.length === 0) return [];
  const found = await followMerges(tenant).getMany<ClaimItem | ClassItem>([
    ...classIds.map((id) => claimKey(tenant, id, memberId)),
    ...classIds.map((id) => classKey(tenant, id)),
  ]);
  return classIds.flatMap((_, index): ClassItem[] => {
    const [claim, item] = [found[index], found[classIds.length + index]];
    const isLive = claim?.type === 'class-claim' && claim.registrationId !== undefined;
    return isLive && item?.type === 'class' && !item.isCancelled ? [item] : [];
  });
}
