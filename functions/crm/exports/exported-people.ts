// The list of people for exports: read by name in short entries, as its filters are (docs/interface/lists.md#filter-rules).
import {
  listEmails,
  listPhones,
  type Person,
  type PersonContent,
  presentPerson,
} from '../../../shared/directory/people/person.ts';
import {
  type PersonEntry,
  personEntries,
  personEntryKey,
} from '../../../shared/directory/people/person-entries.ts';
import { countedPeople, type PersonItem, peopleById } from '../../../shared/directory/people/person-store.ts';
import { PEOPLE_LISTS } from '../../../shared/import/rows/list-fields.ts';
import { resolveFilter, selectEntries } from '../../../shared/people-filter/people-filter.ts';
import { listPeopleSearches, type PeopleSearch } from '../people/find-terms.ts';
import { searchEntriesByAll } from '../people/search-entries.ts';
import {
  addressColumns,
  type ExportColumn,
  listColumns,
  memberColumns,
  toFieldColumns,
  toListedContacts,
  type WithStored,
} from './columns.ts';
import { type ExportedList, type ListContext, readFound, readItems } from './exported-list.ts';

/** A person of an export. */
type ExportedPerson = Person & WithStored<PersonItem>;

const { emails, ...otherLists } = PEOPLE_LISTS;

const columns: readonly ExportColumn<ExportedPerson>[] = [
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
    name: 'secondaryEmail',
    title: 'Second email',
    isEmail: true,
    read: ({ secondaryEmail }) => secondaryEmail,
  },
  ...listColumns<PersonItem>({ emails }, { emails: (person) => toListedContacts(listEmails(person)) }),
  ...memberColumns({
    phone: 'Phone',
    mobilePhone: 'Mobile phone',
    title: 'Title',
    department: 'Department',
    organizationId: 'Organization id',
    organizationName: 'Organization',
    isKeyContact: 'Key contact',
    gender: 'Gender',
    party: 'Party',
    imageThumbUrl: 'Image',
  }),
  ...addressColumns,
  ...listColumns<PersonItem>(otherLists, { phones: (person) => toListedContacts(listPhones(person)) }),
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
export const people: ExportedList<'people', ExportedPerson> = {
  permission: 'crm.people.read',
  owner: 'people',
  columns: (fields) => [...columns, ...toFieldColumns<ExportedPerson>(fields)],
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
      // The link to an uploaded photo would expire in the file.
      const presentPicture = (person?: Pick<PersonContent, 'imageThumbUrl'>) => person?.imageThumbUrl ?? null;
      const present = { tenantCode: tenant.code, today, fields, presentPicture };
      return {
        records: records.map((person) => ({ ...presentPerson(person, present), stored: person })),
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
