// Filters and sorts organizations by their short entries (docs/interface/lists.md#filter-rules).
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type ListedOrganization,
  listedOrganizationKey,
  listedOrganizations,
} from '../../../../shared/directory/organizations/listed-organizations.ts';
import { countedOrganizations } from '../../../../shared/directory/organizations/organization-store.ts';
import type { FilterRule } from '../../../../shared/lists/filter-rules.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { applyDirection, compareTexts, type Direction } from '../../../../shared/lists/sort.ts';
import {
  createGroupsFilter,
  customField,
  type RuleGroups,
  resolveRuleGroups,
} from '../../../../shared/people-filter/rule-groups.ts';
import { collectWords } from '../../../../shared/search/search-index.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { searchSorts } from '../../lists/search.ts';

/** The fields by which organizations are filtered, as existing callers name them. */
export const organizationFilterFields = ['organizationType', 'locations', 'status', 'tags'] as const;
type OrganizationRuleField = (typeof organizationFilterFields)[number];

/** The orders of organizations. */
type OrganizationSort = 'name' | 'organizationType' | 'createdOn' | 'modifiedOn';

/** Which organizations a list shows. */
interface OrganizationFilter {
  readonly rules: RuleGroups<OrganizationRuleField>;
  readonly searchText: string | undefined;
  /** Whether inactive ones are left out. */
  readonly isActiveOnly: boolean;
  /** Only those that existed at the end of this day. */
  readonly existedOn: string | undefined;
}

interface FilterRequest {
  readonly filterRules: readonly FilterRule[];
  readonly searchText?: string | undefined;
  readonly search?: readonly { readonly searchText?: string | undefined }[];
  readonly IsShowPastOrg?: boolean | undefined;
  readonly selectedDate?: string | undefined;
}

/** The tenant's time, by which days are compared. */
interface TimeContext {
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
}

/** A town is found with and without its state. */
const withTown = (location: string): string[] => [location, location.replace(/, [^,]*$/, '')];

const getValues = (
  entry: ListedOrganization,
  field: OrganizationRuleField | typeof customField,
): readonly (string | undefined)[] => {
  switch (field) {
    case 'organizationType':
      return [entry.t];
    case 'locations':
      return (entry.l ?? []).flatMap(withTown);
    case 'status':
      return entry.x ? ['Inactive', 'Deactivated'] : ['Active'];
    case 'tags':
      return entry.tg ?? [];
    case customField:
      return entry.cf ?? [];
  }
};

/**
 * What a request asks for. One query where there is a rule by a custom field, none otherwise.
 * @param target where the rules are in the request
 * @throws Failure VALIDATION_ERROR for a rule by an unknown or inactive custom field
 */
export async function resolveFilter(
  tenant: TenantStore,
  { filterRules, searchText, search = [], IsShowPastOrg, selectedDate }: FilterRequest,
  { settings, now, caller }: TimeContext & Pick<Parameters<typeof resolveRuleGroups>[2], 'caller'>,
  target: string,
): Promise<OrganizationFilter> {
  const today = toLocalDate(settings.timeZone, now);
  return {
    rules: await resolveRuleGroups(tenant, filterRules, {
      owner: 'organizations',
      builtIn: organizationFilterFields,
      target,
      caller,
    }),
    searchText: searchText ?? search.find((each) => each.searchText !== undefined)?.searchText,
    isActiveOnly: IsShowPastOrg === false,
    // Callers send the current day with every list: everything existed by then.
    existedOn: selectedDate !== undefined && selectedDate < today ? selectedDate : undefined,
  };
}

/** Whether the filter lets every organization pass. */
export const passesAll = ({ rules, searchText, isActiveOnly, existedOn }: OrganizationFilter): boolean =>
  searchText === undefined &&
  !isActiveOnly &&
  existedOn === undefined &&
  rules.every((group) => group.every(({ selectedValues }) => selectedValues.length === 0));

async function loadEntries(tenant: TenantStore, text: string | undefined): Promise<ListedOrganization[]> {
  if (text === undefined) return tenant.queryAll(listedOrganizations(tenant));
  const sorts = await searchSorts(tenant, 'organizations', collectWords([text]));
  const found = await tenant.getMany(sorts.map((sort) => listedOrganizationKey(tenant, sort)));
  return found.filter((entry) => entry !== undefined);
}

/** Whether an entry passes the filter; its search is not part of it. */
export function createEntryFilter(
  { rules, isActiveOnly, existedOn }: OrganizationFilter,
  { settings: { timeZone } }: TimeContext,
): (entry: ListedOrganization) => boolean {
  const passes = createGroupsFilter(rules, getValues);
  return (entry) =>
    !(isActiveOnly && entry.x) &&
    (existedOn === undefined || toLocalDate(timeZone, new Date(entry.c)) <= existedOn) &&
    passes(entry);
}

/** The entries that pass: those of all organizations are read, or those that a search finds. */
export const loadSelected = async (
  tenant: TenantStore,
  filter: OrganizationFilter,
  time: TimeContext,
): Promise<ListedOrganization[]> =>
  (await loadEntries(tenant, filter.searchText)).filter(createEntryFilter(filter, time));

/** How many organizations pass; without filters the count of the list. */
export const countSelected = async (
  tenant: TenantStore,
  filter: OrganizationFilter,
  time: TimeContext,
): Promise<number> =>
  passesAll(filter)
    ? countedOrganizations(tenant).total()
    : (await loadSelected(tenant, filter, time)).length;

/** The entries in this order; equal ones by name. */
export function sortEntries(
  entries: readonly ListedOrganization[],
  { sortBy, sortDirection }: { readonly sortBy: OrganizationSort; readonly sortDirection: Direction },
): ListedOrganization[] {
  const getKey: Record<OrganizationSort, (entry: ListedOrganization) => string> = {
    name: () => '',
    organizationType: ({ t }) => foldForSort(t ?? ''),
    createdOn: ({ c }) => c,
    modifiedOn: ({ m }) => m,
  };
  const keyOf = getKey[sortBy];
  return applyDirection(
    entries.toSorted((a, b) => compareTexts(keyOf(a), keyOf(b)) || compareTexts(a.sk, b.sk)),
    sortDirection,
  );
}
