// The key contacts of organizations: the people to turn to, in a short row each.
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { isInForce, type Term } from '../../time/in-force.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import { displayName, isActivePerson, type PersonContent, type PositionContent } from './person.ts';
import { personSort } from './person-store.ts';

/** An organization of which somebody is a key contact. */
interface ContactPlace extends Term {
  readonly organizationId?: string;
  readonly organizationName?: string;
  readonly title?: string;
}

/** Somebody who is a key contact. */
interface KeyContactItem {
  readonly type: 'key-contact';
  readonly id: string;
  readonly name: string;
  readonly places: readonly ContactPlace[];
  readonly isActive?: boolean;
  readonly activeFrom?: string;
  readonly activeTo?: string;
}

const partitionName = 'KEY-CONTACTS';
const keyContacts = (tenant: TenantStore): Partition<KeyContactItem> => tenant.partition(partitionName);

/** The organizations of which a person is a key contact: the main one, and those of positions. */
function listPlaces({ positions = [], ...main }: PersonContent): ContactPlace[] {
  const { isKeyContact, organizationId, organizationName, title } = main;
  const places: readonly Partial<PositionContent>[] = [
    { isKeyContact, organizationId, organizationName, title },
    ...positions,
  ];
  return places
    .filter((place) => place.isKeyContact)
    .map((place) =>
      omitUndefined({
        organizationId: place.organizationId,
        organizationName: place.organizationName,
        title: place.title,
        startDate: place.startDate,
        endDate: place.endDate,
      }),
    );
}

/** The row of a person who is a key contact; none for others. */
export function buildKeyContactRow(
  tenant: TenantStore,
  person: PersonContent & { readonly id: string },
): { readonly key: Key<object>; readonly item: KeyContactItem } | undefined {
  const places = listPlaces(person);
  if (places.length === 0) return undefined;
  const { isActive, activeFrom, activeTo } = person;
  return {
    key: tenant.key(partitionName, personSort(person)),
    item: {
      ...{ type: 'key-contact', id: person.id, name: displayName(person), places },
      ...omitUndefined({ isActive, activeFrom, activeTo }),
    },
  };
}

/** A key contact of one organization. */
export interface KeyContact extends ContactPlace {
  readonly id: string;
  readonly name: string;
}

/**
 * The key contacts who are active and in their position on a day, by name. One read unit for about thirty.
 * @param today YYYY-MM-DD
 */
export async function listKeyContacts(tenant: TenantStore, today: string): Promise<KeyContact[]> {
  const rows = await tenant.queryAll(keyContacts(tenant));
  return rows
    .filter((row) => isActivePerson(row, today))
    .flatMap(({ id, name, places }) =>
      places.filter((place) => isInForce(place, today)).map((place) => ({ id, name, ...place })),
    );
}
