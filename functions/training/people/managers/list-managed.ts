// GET /api/v1/People/{personId}/Managed
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { organizationsById } from '../../../../shared/directory/organizations/organization-store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { requirePerson } from '../../access/people-lookup.ts';
import { buildLinkHeader, loadMergedPage } from '../../listing/cursor-listing.ts';
import { listManaged } from './contract.ts';
import { managedBy, managedSort } from './manager.ts';

export const handler = lambda(listManaged, async ({ params: { personId }, query, tenant, caller, url }) => {
  assertMayActFor(caller, personId, 'training.people.read');
  const [, { items, next }] = await Promise.all([
    requirePerson(tenant, personId),
    loadMergedPage(tenant, [managedBy(tenant, personId)], query, managedSort),
  ]);
  const listIds = (kind: string): string[] => items.filter(({ of }) => of === kind).map(({ id }) => id);
  const [people, organizations] = await Promise.all([
    peopleById(tenant, listIds('person')),
    organizationsById(tenant, listIds('organization')),
  ]);
  const names = new Map([
    ...people.flatMap((person): [string, string][] => (person ? [[person.id, displayName(person)]] : [])),
    ...organizations.flatMap((found): [string, string][] => (found ? [[found.id, found.name]] : [])),
  ]);
  // Whoever left the directory is managed by nobody.
  const managed = items.flatMap(({ of, id }) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ of, id, name }];
  });
  return ok(managed, {
    headers: buildLinkHeader(url(`/api/v1/People/${personId}/Managed`), query, next),
  });
});
