// The secret of a class that signs the check-in codes of its registrations.
import type { Key, TenantStore } from '../../../../shared/data/store.ts';

/** Written when the first code is issued, removed with the class. */
export interface CheckInSecret {
  readonly type: 'check-in-secret';
  readonly secret: string;
}

export const checkInSecretKey = (tenant: TenantStore, classId: string): Key<CheckInSecret> =>
  tenant.key(`CLASS#${classId}`, 'CHECK-IN');
