// What can be merged: people, and organizations.
import type { Key, TenantStore } from '../../data/store.ts';
import type { PersonContent } from '../person.ts';
import { type PersonItem, personKey } from '../person-store.ts';
import type { StoredRecord } from '../stored.ts';

/** Records of one type that can be merged: content of type C, stored as items of type R. */
export interface MergeKind<C extends object = object, R extends object = C & StoredRecord<string>> {
  readonly what: 'person' | 'organization';
  /** In sentences about several. */
  readonly plural: 'people' | 'organizations';
  /** Where a record and its merge are stored: `PERSON#…`. */
  readonly partition: 'PERSON' | 'ORG';
  readonly key: (tenant: TenantStore, id: string) => Key<R>;
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
