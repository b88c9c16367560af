// GET /api/v1/Settings/FilterConfiguration/peoplelist/{number}
import { listCustomFields } from '../../../shared/directory/record/custom-field.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { filterTypes } from '../../../shared/lists/filter-rules.ts';
import type { peopleFilterFields } from '../../../shared/people-filter/people-filter.ts';
import { type FilterDefinition, listPeopleFilters } from './contract.ts';

/** How the fields are called, and where their values are. Ids of people are no field that somebody chooses. */
const builtInFields: Readonly<
  Record<Exclude<(typeof peopleFilterFields)[number], 'peopleids'>, readonly [string, string | null]>
> = {
  positions: ['Position', 'People/getAllPeopleTitleList/{date}'],
  departments: ['Department', 'tenantdepartment/GetAllTenantDepartmentsLite/{date}'],
  personaTypeIds: ['Person type', 'Settings/Get/PersonTypeListForFilter/0/{date}'],
  currentOrganization: ['Organization', 'Organization/GetOrganizationListWithIdForFilters/{date}'],
  status: ['Status', null],
  tags: ['Tag', 'People/GetAllTags/{date}'],
  roles: ['Role', 'People/GetAllRoles/{date}'],
  totalTimeWorked: ['Months in positions', null],
};

const typesOfFields: Readonly<Record<string, number>> = {
  status: filterTypes.oneOfFixed,
  totalTimeWorked: filterTypes.timeWorked,
};

const builtIn: readonly FilterDefinition[] = Object.entries(builtInFields).map(
  ([fieldId, [displayName, serviceUrl]]) => ({
    fieldId,
    fieldName: fieldId,
    displayName,
    filterType: typesOfFields[fieldId] ?? filterTypes.oneOf,
    serviceUrl,
  }),
);

export const handler = lambda(listPeopleFilters, async ({ tenant }) => {
  const fields = await listCustomFields(tenant, 'people');
  const custom = fields.flatMap(({ id, name, isActive }) =>
    isActive === false
      ? []
      : [
          {
            fieldId: id,
            fieldName: name,
            displayName: name,
            filterType: filterTypes.customField,
            serviceUrl: `Settings/GetFieldPossibleValues/${id}/0`,
          },
        ],
  );
  return ok([...builtIn, ...custom]);
});
