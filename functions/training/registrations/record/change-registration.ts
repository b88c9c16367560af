// A registration with other details, and how it is written.
import { type Change, ifVersion, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import {
  type RegistrationItem,
  registrationKey,
  registrationSort,
  registrationsByClass,
} from './registration.ts';

/** A registration with other details, at the next version; its status stays. */
export const updateRegistration = (
  before: RegistrationItem,
  details: Partial<RegistrationItem>,
  moment: Date,
): RegistrationItem => ({
  ...before,
  ...details,
  version: before.version + 1,
  modifiedDate: moment.toISOString(),
});

/** Replaces a registration that was read as `before`. Its place in lists stays. */
export const replaceRegistration = (
  tenant: TenantStore,
  before: RegistrationItem,
  after: RegistrationItem,
  ifMatch?: IfMatch | undefined,
): Change =>
  put(registrationKey(tenant, after.id), after, {
    ...(ifMatch === undefined
      ? { condition: ifVersion(before.version), onConflict: 'retry' }
      : ifUnchanged(before.version, ifMatch)),
    listed: { listing: registrationsByClass(tenant, after.classId).listing, sort: registrationSort(after) },
  });
