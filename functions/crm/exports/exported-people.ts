// The list of people for exports: read by name in short entries, as its filters are (docs/interface/lists.md#filter-rules).
import type { Person } from '../../../shared/directory/person.ts';
import { presentPerson } from '../../../shared/directory/person.ts';
import { type PersonEntry, personEntries, personEntryKey } from '../../../shared/directory/person-entries.ts';
import { countedPeople, peopleById } from '../../../shared/directory/person-store.ts';
import { resolveFilter, selectEntries } from '../../../shared/people-filter/people-filter.ts';
import { listPeopleSearches, type PeopleSearch } from '../people/find-terms.ts';
import { searchEntriesByAll } from '../people/search-entries.ts';
import { addressColumns, type ExportColumn, joinValues, memberColumns, toFieldColumns } from './columns.ts';
import { type ExportedList, type ListContext, readFound, readItems } from './exported-list.ts';

const columns: readonly ExportColumn<Person>[] = [
  ...memberColumns({
    id: 'Id',
    firstName: 'First name',
    middleName: 'Middle name',
    lastName: 'Last name',
    suffix: 'Suffix',
    displayName: 'Name',
  }),
  { name: 'email', title: 'Email', isEmail: true, read: ({ email }) => email },
  {
    ...{ name: 'emails', title: 'All emails', isEmail: true as const },
    read: ({ emails }) => joinValues(emails.map(({ value }) => value)),
  },
  ...memberColumns({
    phone: 'Phone',
    mobilePhone: 'Mobile phone',
    title: 'Title',
    department: 'Department',
    organizationId: 'Organization id',
    organizationName: 'Organization',
    isKeyContact: 'Key contact',
  }),
  ...addressColumns,
  { name: 'personTypes', title: 'Person types', read: ({ personTypes }) => joinValues(personTypes) },
  { name: 'tags', title: 'Tags', read: ({ tags }) => joinValues(tags) },
  ...memberColumns({
    isActive: 'Active',
    activeFrom: 'Active from',
    activeTo: 'Active to',
    createdDate: 'Created',
    modifiedDate: 'Modified',
  }),
];

interface EntriesPage {
  readonly items: readonly PersonEntry[];
  readonly next?: string | undefined;
}

/** A page of the list, or of those whom its searches find; several searches have one page. */
async function readEntries(
  { tenant }: ListContext,
  [search, ...others]: readonly PeopleSearch[],
  after: string | undefined,
): Promise<EntriesPage> {
  if (!search) return readItems(tenant, personEntries(tenant), after);
  if (others.length > 0) return { items: await searchEntriesByAll(tenant, [search, ...others]) };
  const { sorts, next } = await readFound(tenant, search.index, search.terms, after);
  const found = await tenant.getMany(sorts.map((sort) => personEntryKey(tenant, sort)));
  return { items: found.filter((entry) => entry !== undefined), next };
}

/** People. */
export const people: ExportedList<'people', Person> = {
  permission: 'crm.people.read',
  owner: 'people',
  columns: (fields) => [...columns, ...toFieldColumns<Person>(fields)],
  open: async (context, request) => {
    const { tenant, today, fields } = context;
    const filter = {
      ...(await resolveFilter(context, {
        filterRules: request.filterRules,
        onlyFavorite: request.onlyFavorite,
        isActive: request.allPeoplePermission?.viewDeactivatedPeople === false ? true : undefined,
      })),
      today,
    };
    const searches = listPeopleSearches(request, context.showsEmails);
    return async (after) => {
      const { items, next } = await readEntries(context, searches, after);
      const selected = selectEntries(items, filter, { sortBy: 'name', sortDirection: 'asc' });
      const found =
        selected.length === 0
          ? []
          : await peopleById(
              tenant,
              selected.map(({ id }) => id),
            );
      const records = found.filter((person) => person !== undefined);
      // No column has pictures: the link to a photo would expire in the file.
      const present = { tenantCode: tenant.code, today, fields, presentPicture: () => null };
      return {
        records: records.map((person) => presentPerson(person, present)),
        next,
      };
    };
  },
  count: async (tenant, request) => {
    const isFiltered =
      request.filterRules.some(({ selectedValues }) => selectedValues.length > 0) ||
      request.allPeoplePermission?.viewDeactivatedPeople === false ||
      request.onlyFavorite === true;
    return isFiltered || listPeopleSearches(request, true).length > 0
      ? undefined
      : countedPeople(tenant).total();
  },
};
