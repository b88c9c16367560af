// What the filters of the catalogue of classes can be set to: read from the entries of all classes, about 10 to a read unit.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { ClassEntry } from '../../classes/class-entry.ts';
import { findEntries } from '../../classes/find-classes.ts';
import { listTypesOfKind } from '../../settings/types/store.ts';
import { computeDayExtent, sortByText } from '../courses/filter-data.ts';
import { buildDaySearch } from './search.ts';

/** What a request for filter data carries. */
interface FilterDataRequest {
  readonly tenant: TenantStore;
  readonly params: { readonly date: string };
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
}

/** The entries of the classes that existed on the day. */
export const listClassesOnDay = (asked: FilterDataRequest): Promise<readonly ClassEntry[]> =>
  findEntries(asked.tenant, buildDaySearch(asked));

/** The object types of the classes that existed on the day, by name, under both pairs of names callers read. */
export async function listTypesOnDay(asked: FilterDataRequest) {
  const [entries, types] = await Promise.all([
    listClassesOnDay(asked),
    listTypesOfKind(asked.tenant, 'objectType'),
  ]);
  const used = new Set(entries.map(({ objectTypeId }) => objectTypeId));
  const there = types.filter(({ id }) => used.has(id));
  return sortByText(there, ({ name }) => name).map(({ id, name }) => ({ id, name, value: id, text: name }));
}

/** The first and last day on which one can register for a class that existed on the day. */
export async function getRegistrationDays(asked: FilterDataRequest) {
  const stretches = (await listClassesOnDay(asked)).flatMap(({ opensAt, closesAt }) =>
    opensAt === undefined || closesAt === undefined ? [] : [{ startsAt: opensAt, endsAt: closesAt }],
  );
  return computeDayExtent(stretches, asked.settings.timeZone);
}
