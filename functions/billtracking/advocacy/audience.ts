// Loads a page of an audience, with the total number of recipients.
//
// All people is a page of a counted list, at constant cost. An organization costs two queries for each organization
// below it, a committee one query. Constituents require reading everybody's districts and addresses, because no list by
// district is stored: a read unit for about eight people, and a query per thousand. A hundred thousand people are
// 12,500 read units (a third of a US cent) and about three seconds, needed once or twice a campaign.

import {
  listActiveMembers,
  listCommitteeOfficials,
  type Official,
} from '../../../shared/advocacy/officials.ts';
import { findRepresentatives } from '../../../shared/advocacy/representatives.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  listChildOrganizationIds,
  listOrganizationPersonIds,
} from '../../../shared/directory/organizations/organization-entries.ts';
import { countedPeople, type PersonItem, peopleById } from '../../../shared/directory/people/person-store.ts';
import { loadCountedPage, type PageRequest, takePage } from '../../../shared/lists/page.ts';
import type { Audience } from './template.ts';

/** A recipient; in an audience of constituents with the officials who represent them. */
interface Recipient {
  readonly person: PersonItem;
  readonly officials?: readonly Official[];
}

interface AudiencePage {
  readonly recipients: readonly Recipient[];
  readonly total: number;
}

/** How many organizations of a tree are read at a time. */
const ORGANIZATIONS_AT_ONCE = 20;

/** The people of an organization and of those below it, each once: level by level, each level by name. */
async function listPeopleBelow(tenant: TenantStore, organizationId: string): Promise<string[]> {
  const seen = new Set([organizationId]);
  const people = new Set<string>();
  let level = [organizationId];
  while (level.length > 0) {
    const below: string[] = [];
    for (let start = 0; start < level.length; start += ORGANIZATIONS_AT_ONCE) {
      const part = level.slice(start, start + ORGANIZATIONS_AT_ONCE);
      const found = await Promise.all(
        part.map((id) =>
          Promise.all([listOrganizationPersonIds(tenant, id), listChildOrganizationIds(tenant, id)]),
        ),
      );
      for (const [members, organizations] of found) {
        for (const id of members) people.add(id);
        below.push(...organizations);
      }
    }
    level = below.filter((id) => !seen.has(id));
    for (const id of level) seen.add(id);
  }
  return [...people];
}

async function listConstituents(
  tenant: TenantStore,
  audience: Extract<Audience, { readonly committeeId: string }>,
  today: string,
): Promise<Recipient[]> {
  const officials = await listCommitteeOfficials(tenant, audience.committeeId, today);
  if (officials.length === 0) return [];
  const people = await countedPeople(tenant).between({});
  return people.flatMap((person) => {
    const representatives = findRepresentatives(person, officials, audience);
    return representatives.length > 0 ? [{ person, officials: representatives }] : [];
  });
}

/** The people of a page of ids. */
async function loadPage(
  tenant: TenantStore,
  ids: readonly string[],
  page: PageRequest,
): Promise<AudiencePage> {
  const people = await peopleById(tenant, takePage(ids, page));
  return { recipients: people.flatMap((person) => (person ? [{ person }] : [])), total: ids.length };
}

/**
 * A page of an audience.
 * @param today the tenant's day, on which committee memberships and offices must be in force
 */
export async function loadAudiencePage(
  tenant: TenantStore,
  audience: Audience,
  page: PageRequest,
  today: string,
): Promise<AudiencePage> {
  switch (audience.kind) {
    case 'allPeople': {
      const { items, total } = await loadCountedPage(countedPeople(tenant), page);
      return { recipients: items.map((person) => ({ person })), total };
    }
    case 'organization':
      return loadPage(tenant, await listPeopleBelow(tenant, audience.organizationId), page);
    case 'committeeMembers': {
      const places = await listActiveMembers(tenant, audience.committeeId, today);
      return loadPage(tenant, [...new Set(places.map(({ personId }) => personId))], page);
    }
    case 'committeeConstituents': {
      const all = await listConstituents(tenant, audience, today);
      return { recipients: takePage(all, page), total: all.length };
    }
  }
}
