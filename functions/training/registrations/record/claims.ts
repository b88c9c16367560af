// The claims of members on classes: who has a live registration, and how often they were denied.
import type { Key, TenantStore } from '../../../../shared/data/store.ts';

/** A member's claim on a class: at most one live registration, and the number of denials. */
export interface ClaimItem {
  readonly type: 'class-claim';
  readonly classId: string;
  readonly memberId: string;
  /** The live registration; absent once it has ended. */
  readonly registrationId?: string | undefined;
  readonly denials?: number | undefined;
}

export const claimKey = (tenant: TenantStore, classId: string, memberId: string): Key<ClaimItem> =>
  tenant.key(`CLASS-MEMBER#${classId}#${memberId}`, 'CLAIM');

/** A member's claims on some classes, in the order of the classes; one round trip per hundred. */
export const claimsByMember = (
  tenant: TenantStore,
  classIds: readonly string[],
  memberId: string,
): Promise<(ClaimItem | undefined)[]> =>
  tenant.getMany(classIds.map((classId) => claimKey(tenant, classId, memberId)));
