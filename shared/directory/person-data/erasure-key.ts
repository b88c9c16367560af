// Where the erasure of a person is stored: area B runs it, and area C ends the person's account.
import type { Key, TenantStore } from '../../data/store.ts';

export const personErasureKey = <T>(tenant: TenantStore, personId: string): Key<T> =>
  tenant.key(`PERSON#${personId}`, 'ERASURE');
