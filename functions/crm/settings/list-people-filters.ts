// GET /api/v1/Settings/FilterConfiguration/peoplelist/{number}
import { listCustomFields } from '../../../shared/directory/custom-field.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import type { peopleFilterFields } from '../people/filter-people.ts';
import { type FilterDefinition, listPeopleFilters } from './contract.ts';

/** The kinds of filter, by the numbers of existing callers. */
const filterTypes = { oneOf: 1, oneOfFixed: 4, customField: 301 } as const;

/** Ids of people are no field that somebody chooses. */
const displayNames: Readonly<Record<Exclude<(typeof peopleFilterFields)[number], 'peopleids'>, string>> = {
  positions: 'Position',
  departments: 'Department',
  personaTypeIds: 'Person type',
  currentOrganization: 'Organization',
  status: 'Status',
  tags: 'Tag',
};

const builtIn: readonly FilterDefinition[] = Object.entries(displayNames).map(([fieldId, displayName]) => ({
  fieldId,
  fieldName: fieldId,
  displayName,
  filterType: fieldId === 'status' ? filterTypes.oneOfFixed : filterTypes.oneOf,
  serviceUrl: null,
}));

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
