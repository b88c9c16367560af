// The collections of the directory: for each type of record where it is stored, in which order, and how it is merged.

import type { Change } from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import type { CountedList } from '../../lists/counted-list.ts';
import { CommitteeContent, MembershipContent } from '../committees/committee.ts';
import {
  type CommitteeItem,
  committeeKey,
  committeeSort,
  committeesByName,
  countedCommittees,
  type MembershipItem,
  membershipKey,
  membershipSort,
  membershipsByPerson,
} from '../committees/committee-store.ts';
import { buildConstituencyChanges } from '../officials/constituency.ts';
import { buildConstituentEntries } from '../officials/constituent-entries.ts';
import { buildOfficialEntries } from '../officials/official-entries.ts';
import { buildListedOrganization, listLocations } from '../organizations/listed-organizations.ts';
import { OrganizationContent } from '../organizations/organization.ts';
import { buildOrganizationEntry, buildPersonEntry } from '../organizations/organization-entries.ts';
import { buildCountChanges } from '../organizations/organization-people.ts';
import { markRename as markOrganizationRename } from '../organizations/organization-rename.ts';
import {
  countedOrganizations,
  type OrganizationItem,
  organizationKey,
  organizationSort,
  organizationsByName,
} from '../organizations/organization-store.ts';
import { buildKeyContactRow } from '../people/key-contacts.ts';
import { markLeaving } from '../people/leaving.ts';
import { mergePerson, PersonContent } from '../people/person.ts';
import { buildPersonListEntry } from '../people/person-entries.ts';
import { markRename as markPersonRename } from '../people/person-rename.ts';
import {
  countedPeople,
  type PersonItem,
  peopleByName,
  personKey,
  personSort,
} from '../people/person-store.ts';
import { mergeContent } from '../record/merge.ts';
import type { StoredRecord } from '../record/stored.ts';
import type { ListedField, ListedValue } from './listed-values.ts';
import { buildCommitteeRows, buildOrganizationRows, buildPersonRows } from './search-rows.ts';

/** A short entry with its key. */
export interface RelatedEntry {
  readonly key: Key<object>;
  readonly item: object;
}

const toEntries = (entry: RelatedEntry | undefined): readonly RelatedEntry[] => (entry ? [entry] : []);

const toListed = (field: ListedField, values: readonly (string | undefined)[] = []): ListedValue[] =>
  values.flatMap((value) => (value === undefined ? [] : [{ field, value }]));

/** A record before and after a write. */
interface RecordPair<C extends object, K extends string> {
  readonly before: (C & StoredRecord<K>) | undefined;
  readonly after: C & StoredRecord<K>;
}

/** Records of one type: content of type C, stored as items of type K, listed in one order. */
export interface Collection<C extends object, K extends string> {
  readonly type: K;
  /** Its shape names the members that are content. */
  readonly schema: { readonly shape: object };
  readonly key: (tenant: TenantStore, record: C & { readonly id: string }) => Key<C & StoredRecord<K>>;
  readonly listing: (tenant: TenantStore, record: C) => Partition<C & StoredRecord<K>>;
  /** The counted list for pages of the listing, where there is one. */
  readonly counted: ((tenant: TenantStore) => CountedList<C & StoredRecord<K>>) | undefined;
  readonly sort: (record: C & { readonly id: string }) => string;
  /** The short entries of a record in other partitions: of its organization, its parent, its state. */
  readonly entries?: (tenant: TenantStore, record: C & { readonly id: string }) => readonly RelatedEntry[];
  /** The changes of counters in other partitions when these records become those. */
  readonly counters?: (tenant: TenantStore, before: readonly C[], after: readonly C[]) => readonly Change[];
  /** The values of a record that drop-down lists offer. */
  readonly values?: (record: C) => readonly ListedValue[];
  /** What a write leaves to a function, as the changes that call it. */
  readonly marks?: (tenant: TenantStore, write: RecordPair<C, K>) => readonly Change[];
  /** Merges a source's content into the stored content. */
  readonly merge: (stored: C, source: C) => C;
}

export const people: Collection<PersonContent, PersonItem['type']> = {
  type: 'person',
  schema: PersonContent,
  key: (tenant, { id }) => personKey(tenant, id),
  listing: peopleByName,
  counted: countedPeople,
  sort: personSort,
  entries: (tenant, person) => [
    ...toEntries(buildPersonEntry(tenant, person)),
    ...buildOfficialEntries(tenant, person),
    ...buildConstituentEntries(tenant, person),
    ...buildPersonRows(tenant, person),
    buildPersonListEntry(tenant, person),
    ...toEntries(buildKeyContactRow(tenant, person)),
  ],
  counters: (tenant, before, after) => [
    ...buildCountChanges(tenant, before, after),
    ...buildConstituencyChanges(tenant, before, after),
  ],
  values: ({ tags, personTypes, title, department, positions = [] }) => [
    ...toListed('person-tag', tags),
    ...toListed('person-type', personTypes),
    ...toListed('person-title', [title, ...positions.map((position) => position.title)]),
    ...toListed('person-department', [department, ...positions.map((position) => position.department)]),
  ],
  marks: (tenant, { before, after }) => [
    ...markLeaving(tenant, before, after),
    ...markPersonRename(tenant, before, after),
  ],
  merge: mergePerson,
};

export const organizations: Collection<OrganizationContent, OrganizationItem['type']> = {
  type: 'organization',
  schema: OrganizationContent,
  key: (tenant, { id }) => organizationKey(tenant, id),
  listing: organizationsByName,
  counted: countedOrganizations,
  sort: organizationSort,
  entries: (tenant, organization) => [
    ...toEntries(buildOrganizationEntry(tenant, organization)),
    ...buildOrganizationRows(tenant, organization),
    buildListedOrganization(tenant, organization),
  ],
  values: (organization) => [
    ...toListed('organization-tag', organization.tags),
    ...toListed('organization-type', [organization.organizationType]),
    ...toListed('organization-location', listLocations(organization)),
  ],
  marks: (tenant, { before, after }) =>
    before === undefined || before.name === after.name
      ? []
      : [markOrganizationRename(tenant, after.id, String(after.version))],
  merge: mergeContent,
};

export const committees: Collection<CommitteeContent, CommitteeItem['type']> = {
  type: 'committee',
  schema: CommitteeContent,
  key: (tenant, { id }) => committeeKey(tenant, id),
  listing: committeesByName,
  counted: countedCommittees,
  sort: committeeSort,
  entries: buildCommitteeRows,
  merge: mergeContent,
};

export const memberships: Collection<MembershipContent, MembershipItem['type']> = {
  type: 'membership',
  schema: MembershipContent,
  key: membershipKey,
  listing: (tenant, place) => membershipsByPerson(tenant, place.personId),
  counted: undefined,
  sort: membershipSort,
  merge: mergeContent,
};
