// The values of the catalogue's class filters, read from the entries of all classes (about 10 per read unit).
import type { TenantStore } from '../../../../shared/data/store.ts';
import { findEntries } from '../../classes/find-classes.ts';
import type { ClassEntry } from '../../classes/record/class-entry.ts';
import { listTypesOfKind } from '../../settings/types/store.ts';
import { computeDayExtent, sortByText } from '../courses/filter-data.ts';
import { buildDaySearch } from './search.ts';

interface FilterDataRequest {
  readonly tenant: TenantStore;
  readonly params: { readonly date: string };
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
}

/** The entries of the classes that existed on the day. */
export const listClassesOnDay = (context: FilterDataRequest): Promise<readonly ClassEntry[]> =>
  findEntries(context.tenant, buildDaySearch(context));

/** The object types of the classes that existed on the day, by name, under both pairs of field names in use. */
export async function listTypesOnDay(context: FilterDataRequest) {
  const [entries, types] = await Promise.all([
    listClassesOnDay(context),
    listTypesOfKind(context.tenant, 'objectType'),
  ]);
  const used = new Set(entries.map(({ objectTypeId }) => objectTypeId));
  const usedTypes = types.filter(({ id }) => used.has(id));
  return sortByText(usedTypes, ({ name }) => name).map(({ id, name }) => ({
    id,
    name,
    value: id,
    text: name,
  }));
}

/** The first and last day of registration for the classes that existed on the day. */
export async function getRegistrationDays(context: FilterDataRequest) {
  const periods = (await listClassesOnDay(context)).flatMap(({ opensAt, closesAt }) =>
    opensAt === undefined || closesAt === undefined ? [] : [{ startsAt: opensAt, endsAt: closesAt }],
  );
  return computeDayExtent(periods, context.settings.timeZone);
}
