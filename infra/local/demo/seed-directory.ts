// Gives the demo tenants their people, organizations and committees.
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  type Collection,
  committees,
  memberships,
  organizations,
  people,
} from '../../../shared/directory/collection.ts';
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { type SourceRecord, upsert } from '../../../shared/directory/upsert.ts';
import { type DemoDirectory, type DemoPerson, demoDirectories } from './demo-directory.ts';

/**
 * Seeds a tenant's directory, if there is a demo directory for it, and returns the ids that examples name. Existing
 * records stay as they are: a person changed yesterday is still changed after a restart.
 */
export async function seedDirectory(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const directory = demoDirectories[tenant.code];
  if (directory === undefined) return {};
  const idOf = (kind: string, key: string): string => recordId(tenant.code, `${kind}:demo`, key);
  await bringInAbsent(tenant, organizations, organizationsIn(directory, idOf), now);
  await bringInAbsent(tenant, people, peopleIn(directory, idOf), now);
  await bringInAbsent(tenant, committees, committeesIn(directory, idOf), now);
  await bringInAbsent(tenant, memberships, placesIn(directory, idOf), now);
  const first = (of: object): string => Object.keys(of)[0] ?? '';
  return {
    personId: idOf('person', first(directory.people)),
    organizationId: idOf('organization', first(directory.organizations)),
    committeeId: idOf('committee', first(directory.committees)),
  };
}

type IdOf = (kind: string, key: string) => string;

async function bringInAbsent<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  records: readonly SourceRecord<C>[],
  now: Date,
): Promise<void> {
  const keys = records.map(({ id, content }) => collection.key(tenant, { ...content, id }));
  const stored = await tenant.getMany(keys, { consistent: true });
  const absent = records.filter((_, index) => stored[index] === undefined);
  if (absent.length > 0) await upsert(tenant, collection, absent, { now });
}

const organizationsIn = (directory: DemoDirectory, idOf: IdOf) =>
  Object.entries(directory.organizations).map(([key, { parent, ...organization }]) => ({
    id: idOf('organization', key),
    content: { ...organization, ...omitUndefined({ parentId: parent && idOf('organization', parent) }) },
  }));

const peopleIn = (directory: DemoDirectory, idOf: IdOf) =>
  Object.entries(directory.people).map(
    ([key, { organization, since, office, ...person }]: [string, DemoPerson]) => {
      const organizationId = idOf('organization', organization);
      const organizationName = directory.organizations[organization]?.name;
      const { title, department } = person;
      return {
        id: idOf('person', key),
        content: {
          ...person,
          organizationId,
          ...omitUndefined({ organizationName }),
          positions: [
            {
              id: idOf('position', key),
              organizationId,
              ...omitUndefined({ organizationName, title, department }),
              startDate: since,
            },
          ],
          ...(office && { offices: [{ id: idOf('office', key), ...office }] }),
        },
      };
    },
  );

const committeesIn = (directory: DemoDirectory, idOf: IdOf) =>
  Object.entries(directory.committees).map(([key, { organization, members: _, ...committee }]) => ({
    id: idOf('committee', key),
    content: {
      ...committee,
      ...omitUndefined({ organizationId: organization && idOf('organization', organization) }),
    },
  }));

const placesIn = (directory: DemoDirectory, idOf: IdOf) =>
  Object.entries(directory.committees).flatMap(([key, { members }]) =>
    Object.entries(members).map(([person, role]) => ({
      id: idOf('membership', `${key} ${person} ${foldForSort(role)}`),
      content: { committeeId: idOf('committee', key), personId: idOf('person', person), role },
    })),
  );
