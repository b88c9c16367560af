// What can be merged: people, and organizations.
import type { MergedKind } from '../../data/open-merge.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import type { OrganizationContent } from '../organizations/organization.ts';
import { type OrganizationItem, organizationKey } from '../organizations/organization-store.ts';
import type { PersonContent } from '../people/person.ts';
import { type PersonItem, personKey } from '../people/person-store.ts';
import type { StoredRecord } from '../record/stored.ts';

/** Records of one type that can be merged: content of type C, stored as items of type R. */
export interface MergeKind<C extends object = object, R extends object = C & StoredRecord<string>>
  extends MergedKind {
  /** In sentences about several. */
  readonly plural: 'people' | 'organizations';
  readonly key: (tenant: TenantStore, id: string) => Key<R>;
  /** Milliseconds after which nobody can still write a reference by what was read before the merge, if not a minute. */
  readonly settleTime?: number;
  /** The type of the stored copies that an undo restores. */
  readonly recordsType: 'merged-records' | 'merged-organizations';
}

export const peopleMerges: MergeKind<PersonContent, PersonItem> = {
  what: 'person',
  plural: 'people',
  partition: 'PERSON',
  key: personKey,
  recordsType: 'merged-records',
};

export const organizationMerges: MergeKind<OrganizationContent, OrganizationItem> = {
  what: 'organization',
  plural: 'organizations',
  partition: 'ORG',
  key: organizationKey,
  // An import keeps the organizations that it found, for the 15 minutes of a function at most.
  settleTime: 16 * 60_000,
  recordsType: 'merged-organizations',
};
