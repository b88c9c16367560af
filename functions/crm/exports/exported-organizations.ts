// The list of organizations for exports: read by name in short entries, as its filters are.
import {
  listedOrganizationKey,
  listedOrganizations,
} from '../../../shared/directory/organizations/listed-organizations.ts';
import {
  listOrganizationEmails,
  listOrganizationPhones,
  type Organization,
  presentOrganization,
} from '../../../shared/directory/organizations/organization.ts';
import {
  countedOrganizations,
  type OrganizationItem,
  organizationsById,
} from '../../../shared/directory/organizations/organization-store.ts';
import { ORGANIZATION_LISTS } from '../../../shared/import/rows/list-fields.ts';
import { collectWords } from '../../../shared/search/search-index.ts';
import { createEntryFilter, passesAll, resolveFilter } from '../organizations/listed/filter-organizations.ts';
import {
  addressColumns,
  type ExportColumn,
  listColumns,
  memberColumns,
  toFieldColumns,
  toListedContacts,
  type WithStored,
} from './columns.ts';
import { type ExportedList, readFound, readItems } from './exported-list.ts';

/** An organization of an export. */
type ExportedOrganization = Organization & WithStored<OrganizationItem>;

const { emails, ...otherLists } = ORGANIZATION_LISTS;

const columns: readonly ExportColumn<ExportedOrganization>[] = [
  ...memberColumns({
    id: 'Id',
    name: 'Name',
    type: 'Type',
    description: 'Description',
    email: 'Email',
  }),
  ...listColumns<OrganizationItem>(
    { emails },
    { emails: (organization) => toListedContacts(listOrganizationEmails(organization)) },
  ).map(({ isEmail: _, ...column }) => column),
  ...memberColumns({
    phone: 'Phone',
    website: 'Website',
    imageThumbUrl: 'Image',
    parentId: 'Parent id',
  }),
  ...addressColumns,
  ...listColumns<OrganizationItem>(otherLists, {
    phones: (organization) => toListedContacts(listOrganizationPhones(organization)),
  }),
  ...memberColumns({ isActive: 'Active', createdDate: 'Created', modifiedDate: 'Modified' }),
];

const target = 'filterBody.filterRules';

/** Organizations. */
export const organizations: ExportedList<'organizations', ExportedOrganization> = {
  permission: 'crm.organizations.read',
  owner: 'organizations',
  columns: (fields) => [...columns, ...toFieldColumns<ExportedOrganization>(fields)],
  open: async (context, request) => {
    const { tenant, fields } = context;
    const filter = await resolveFilter(tenant, request, context, target);
    const passes = createEntryFilter(filter, context);
    const { searchText } = filter;
    const terms = searchText === undefined ? undefined : collectWords([searchText]);
    const read = async (after: string | undefined) => {
      if (!terms) return readItems(tenant, listedOrganizations(tenant), after);
      const { sorts, next } = await readFound(tenant, 'organizations', terms, after);
      const found = await tenant.getMany(sorts.map((sort) => listedOrganizationKey(tenant, sort)));
      return { items: found.filter((entry) => entry !== undefined), next };
    };
    return async (after) => {
      const { items, next } = await read(after);
      const ids = items.filter(passes).map(({ id }) => id);
      const found = ids.length === 0 ? [] : await organizationsById(tenant, ids);
      return {
        records: found.flatMap((organization) =>
          organization
            ? [
                {
                  ...presentOrganization(organization, { tenantCode: tenant.code, fields }),
                  stored: organization,
                },
              ]
            : [],
        ),
        next,
      };
    };
  },
  count: async (tenant, request) =>
    request.filterRules.length > 0 ||
    !passesAll({
      ...{ rules: [], existedOn: request.selectedDate, isActiveOnly: request.IsShowPastOrg === false },
      searchText: request.searchText ?? request.search[0]?.searchText,
    })
      ? undefined
      : countedOrganizations(tenant).total(),
};
