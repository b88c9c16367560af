// Where each area stores references to organizations, for merging organizations.
//
// No list of an area is by organization, but that of its people and of those below it. So a merge reads all people,
// organizations, committees, credits, certifications, registrations and templates of campaigns once: about 15,000 read units
// for 100,000 people. A test looks through a whole tenant for references that are not found here
// (test/crm/merges/organization-merge-references.test.ts).
import type { TenantStore } from '../../data/store.ts';
import { type StoredItem, toKey } from '../../merges/stored-item.ts';
import { type ReferenceGroup, readPartition, text } from './person-references.ts';

type Walk = AsyncGenerator<ReferenceGroup>;
type Mentions = (item: StoredItem) => boolean;

/** The items of a listing that name the organization; a group without items for each page, which takes time too. */
async function* walkListing(tenant: TenantStore, name: string, mentions: Mentions): Walk {
  for await (const { items } of tenant.queryPages(tenant.listing<StoredItem>(name))) {
    yield [];
    for (const item of items.filter(mentions)) yield [toKey(tenant, item)];
  }
}

/** Its people with their training, what is below it, and whoever else names it. */
async function* iterateDirectory(tenant: TenantStore, id: string, mentions: Mentions): Walk {
  // The records of its people first: once the people have moved, they are no longer found by the organization.
  for (const entry of await readPartition(tenant, `ORG#${id}`, 'PERSON#')) {
    const record = await readPartition(tenant, `TRAINING-RECORD#${text(entry.id)}`);
    for (const item of record.filter(mentions)) yield [toKey(tenant, item)];
    yield [tenant.key(`PERSON#${text(entry.id)}`, 'PERSON')];
  }
  for (const entry of await readPartition(tenant, `ORG#${id}`, 'BELOW#'))
    yield [tenant.key(`ORG#${text(entry.id)}`, 'ORG')];
  for (const list of ['ORGS', 'COMMITTEES', 'PEOPLE']) yield* walkListing(tenant, list, mentions);
  for (const item of (await readPartition(tenant, 'VIEWS')).filter(mentions)) yield [toKey(tenant, item)];
}

/** Its manager, and the credits, certifications and registrations of those who were its people at the time. */
async function* iterateTraining(tenant: TenantStore, id: string, mentions: Mentions): Walk {
  yield [tenant.key(`MANAGER#ORG#${id}`, 'MANAGER')];
  for await (const { items } of tenant.queryPages(tenant.listing<StoredItem>('CREDITS'))) {
    yield [];
    const credits = await tenant.getMany(
      items.map(({ personId, creditId }) =>
        tenant.key<StoredItem>(`TRAINING-RECORD#${text(personId)}`, `CREDIT#${text(creditId)}`),
      ),
    );
    for (const credit of credits) if (credit && mentions(credit)) yield [toKey(tenant, credit)];
  }
  yield* walkListing(tenant, 'CERTIFICATIONS', mentions);
  for await (const { items } of tenant.queryPages(tenant.listing<StoredItem>('CLASSES')))
    for (const entry of items) yield* walkListing(tenant, `CLASS-REGISTRATIONS#${text(entry.id)}`, mentions);
}

/** Templates of campaigns to its people. */
async function* iterateBilltracking(tenant: TenantStore, mentions: Mentions): Walk {
  for await (const { items } of tenant.queryPages(tenant.listing<StoredItem>('CAMPAIGN-TEMPLATES')))
    for (const row of items.filter(({ audience }) => audience === 'organization')) {
      const key = tenant.key<StoredItem>(`CAMPAIGN-TEMPLATE#${text(row.id)}`, 'TEMPLATE');
      const template = await tenant.get(key, { consistent: true });
      if (template && mentions(template)) yield [key];
    }
}

/** The references to an organization in every area, those that change together in one group. */
export async function* iterateOrganizationReferences(tenant: TenantStore, id: string): Walk {
  const mentions = (item: StoredItem): boolean => JSON.stringify(item).includes(id);
  yield* iterateDirectory(tenant, id, mentions);
  yield* iterateTraining(tenant, id, mentions);
  yield* iterateBilltracking(tenant, mentions);
}
