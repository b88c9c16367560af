// The filter that a request gives a group (docs/interface/groups.md#members-by-a-filter).
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { groupFilters } from '../../../../shared/directory/groups/group-filters.ts';
import { conflict, permissionDenied, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import type { FilterRule } from '../../../../shared/lists/filter-rules.ts';
import { resolveFilter } from '../../../../shared/people-filter/people-filter.ts';
import { isBlank } from '../../../../shared/values/blank.ts';
import { findView, type ViewItem } from '../../views/view-store.ts';
import { groupFilterFields, hasValues, readRules } from './filter-field.ts';

/** So many groups of a tenant have a filter: a change of a person is compared with each. */
export const MAX_FILTERS = 100;

/** Whether a tenant of whose groups so many have a filter may have another. */
export const hasRoom = (count: number): boolean => count < MAX_FILTERS;

interface FilterContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
  readonly caller: Caller;
}

interface SentFilter {
  readonly filterBody?: { readonly filterRules: readonly FilterRule[] } | null | undefined;
  readonly viewId?: string | null | undefined;
}

/** What a group filters by. */
export type FilterBody = Readonly<Record<string, unknown>>;

/** The filters of a view that say nothing about who passes later, or that only its caller may use. */
const OF_LISTS_ONLY = [
  'searchText',
  'searchEmailText',
  'searchContactText',
  'search',
  'onlyFavorite',
] as const;

const isUsed = (value: unknown): boolean =>
  !isBlank(value) && value !== false && !(Array.isArray(value) && value.length === 0);

/** @throws Failure VALIDATION_ERROR for a view that is none of people, or has more than rules */
function takeRules(view: ViewItem): FilterBody {
  const { filterBody = {} } = view.request as { readonly filterBody?: Readonly<Record<string, unknown>> };
  const rules = readRules(filterBody);
  const further = OF_LISTS_ONLY.filter((name) => isUsed(filterBody[name]));
  const fields = rules
    .map(({ fieldId }) => fieldId)
    .filter((field) => ['roles', 'peopleids'].includes(field));
  const problem =
    view.list !== 'people'
      ? `The view ${view.name} is one of ${view.list}; choose a view of people.`
      : further.length + fields.length > 0
        ? `The view ${view.name} has ${[...further, ...fields].join(', ')}; groups are filtered by ${groupFilterFields.join(', ')} and custom fields only.`
        : undefined;
  const refuse = (message: string) => throwIfInvalid([{ code: 'NOT_ALLOWED', message, target: 'viewId' }]);
  if (problem !== undefined) refuse(problem);
  const { viewDeactivatedPeople } = (filterBody.allPeoplePermission ?? {}) as Record<string, unknown>;
  const active = { fieldId: 'status', filterType: 4, selectedValues: ['Active'] };
  const all = viewDeactivatedPeople === false ? [...rules, active] : rules;
  if (!hasValues(all)) refuse(`The view ${view.name} has no rule with a value.`);
  return { filterRules: all };
}

async function findRules(
  { tenant, caller }: FilterContext,
  { filterBody, viewId }: SentFilter,
): Promise<FilterBody> {
  if (isBlank(viewId)) return JSON.parse(JSON.stringify(filterBody));
  const view = await findView(tenant, caller.subject, viewId);
  throwIfInvalid(view ? [] : [unknownId('view', viewId, 'viewId')]);
  return view ? takeRules(view) : {};
}

/**
 * The filter that a request asks for: null for none, undefined where it says nothing about it.
 * @throws Failure VALIDATION_ERROR, 403 for callers who may not read what they filter by, 409 when there are too many filters
 */
export async function resolveGroupFilter(
  context: FilterContext,
  sent: SentFilter,
  hasFilter: boolean,
): Promise<FilterBody | null | undefined> {
  const { tenant, caller } = context;
  if (isBlank(sent.filterBody) && isBlank(sent.viewId)) return sent.filterBody === null ? null : undefined;
  if (!caller.permissions.has('crm.people.read')) throw permissionDenied('crm.people.read');
  const filterBody = await findRules(context, sent);
  const [existing] = await Promise.all([
    hasFilter ? [] : tenant.queryAll(groupFilters(tenant), { only: ['groupId'] }),
    resolveFilter(context, { filterRules: readRules(filterBody), isActive: undefined }),
  ]);
  if (!hasRoom(existing.length))
    throw conflict(`${MAX_FILTERS} groups have a filter already; remove one first.`);
  return filterBody;
}
