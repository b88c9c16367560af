// What the filters of the catalogue of classes can be set to: read from the entries of all classes, about 10 to a read unit.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { ClassEntry } from '../../classes/class-entry.ts';
import { entriesFound } from '../../classes/find-classes.ts';
import { typesOfKind } from '../../settings/types/store.ts';
import { byText, extentOf } from '../courses/filter-data.ts';
import { buildDaySearch } from './search.ts';

/** What a request for filter data carries. */
interface FilterDataRequest {
  readonly tenant: TenantStore;
  readonly params: { readonly date: string };
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
}

/** The entries of the classes that existed on the day. */
export const classesOnDay = (asked: FilterDataRequest): Promise<readonly ClassEntry[]> =>
  entriesFound(asked.tenant, buildDaySearch(asked));

/** The object types of the classes that existed on the day, by name, under both pairs of names callers read. */
export async function typesOnDay(asked: FilterDataRequest) {
  const [entries, types] = await Promise.all([classesOnDay(asked), typesOfKind(asked.tenant, 'objectType')]);
  const used = new Set(entries.map(({ objectTypeId }) => objectTypeId));
  const there = types.filter(({ id }) => used.has(id));
  return byText(there, ({ name }) => name).map(({ id, name }) => ({ id, name, value: id, text: name }));
}

/** The first and last day on which one can register for a class that existed on the day. */
export async function registrationDays(asked: FilterDataRequest) {
  const stretches = (await classesOnDay(asked)).flatMap(({ opensAt, closesAt }) =>
    opensAt === undefined || closesAt === undefined ? [] : [{ startsAt: opensAt, endsAt: closesAt }],
  );
  return extentOf(stretches, asked.settings.timeZone);
}
