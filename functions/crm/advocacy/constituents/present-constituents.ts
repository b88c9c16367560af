// A page of the people of a district.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { constituentSort, constituents } from '../../../../shared/directory/officials/constituent-entries.ts';
import { displayName, isActivePerson } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { presentCursorPage } from '../../lists/search.ts';

interface PageRequest {
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

/** The requested page of the people of a district, by name; empty without a district. Two round trips. */
export const presentConstituents = (
  tenant: TenantStore,
  division: string | undefined,
  today: string,
  request: PageRequest,
) =>
  presentCursorPage(request, async (page) => {
    if (division === undefined) return { data: [], next: undefined };
    const listing = constituents(tenant, division);
    const { items, next } = await readCursorPage(listing.name, page, constituentSort, (limit, from) =>
      tenant.queryAll(listing, { from, limit }),
    );
    const found = await peopleById(
      tenant,
      items.map(({ id }) => id),
    );
    const data = found
      .filter((person) => person !== undefined)
      .map((person) => ({
        personId: person.id,
        name: displayName(person),
        organizationName: person.organizationName ?? null,
        isActive: isActivePerson(person, today),
      }));
    return { data, next };
  });
