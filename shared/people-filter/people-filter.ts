// Filters and sorts people by their short entries (docs/interface/lists.md#filter-rules).
import type { Caller } from '../auth/access/access.ts';
import { assertSeesAccounts } from '../auth/access/account-visibility.ts';
import { findOwner } from '../auth/access/owner.ts';
import { loadAllAccounts, type PersonAccounts } from '../auth/access/person-accounts.ts';
import type { TenantItem } from '../auth/accounts/records.ts';
import type { TenantStore } from '../data/store.ts';
import { listFavorites } from '../directory/lists/favorites.ts';
import {
  buildPersonListEntry,
  isActiveEntry,
  type PersonEntry,
  personEntries,
} from '../directory/people/person-entries.ts';
import { type PersonItem, personSort } from '../directory/people/person-store.ts';
import { throwIfInvalid } from '../errors/failure.ts';
import type { FilterRule } from '../lists/filter-rules.ts';
import { foldForSort } from '../lists/fold-for-sort.ts';
import { applyDirection, compareTexts, type Direction } from '../lists/sort.ts';
import { countMonthsWorked } from '../time/count-days.ts';
import { toLocalDate } from '../time/local-date.ts';
import { createGroupsFilter, customField, type RuleGroups, resolveRuleGroups } from './rule-groups.ts';

/** The fields by which people are filtered, as existing callers name them. */
export const peopleFilterFields = [
  'positions',
  'departments',
  'personaTypeIds',
  'currentOrganization',
  'status',
  'tags',
  'roles',
  'totalTimeWorked',
  'peopleids',
] as const;
type PeopleRuleField = (typeof peopleFilterFields)[number];
type PeopleFilterField = PeopleRuleField | typeof customField;

/** The orders of people. */
export type PeopleSort = 'name' | 'organization' | 'updated' | 'lastlogin';

/** Which people a list shows. */
export interface PeopleFilter {
  readonly rules: RuleGroups<PeopleRuleField>;
  /** Only active people, or only others; all by default. */
  readonly isActive?: boolean | undefined;
  /** The day on which people are active or not: YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
  /** The only people shown: the favorites of the caller. */
  readonly favorites?: ReadonlySet<string> | undefined;
  /** The users of all people, where a rule or the order is about them. */
  readonly accounts?: PersonAccounts | undefined;
}

const getValues = (
  entry: PersonEntry,
  field: PeopleFilterField,
  { today, accounts }: Omit<PeopleFilter, 'rules'>,
): readonly (string | undefined)[] => {
  switch (field) {
    case 'positions':
      return entry.p ?? [];
    case 'departments':
      return entry.d ?? [];
    case 'personaTypeIds':
      return entry.pt ?? [];
    case 'currentOrganization':
      return [entry.o, entry.on];
    case 'status':
      return isActiveEntry(entry, today) ? ['Active'] : ['Deactivated', 'Inactive'];
    case 'tags':
      return entry.tg ?? [];
    case 'roles':
      return accounts?.get(entry.id)?.roles ?? [];
    case 'peopleids':
      return [entry.id];
    case 'totalTimeWorked':
      return [];
    case customField:
      return entry.cf ?? [];
  }
};

/** A filter as a caller sends it. */
interface SentFilter {
  readonly filterRules: readonly FilterRule[];
  readonly isActive: boolean | undefined;
  /** Whether only the favorites of the caller are shown. */
  readonly onlyFavorite?: boolean | undefined;
  readonly sortBy?: PeopleSort;
  /** Where the rules are in the request. */
  readonly target?: string;
}

/** The parts of a request's context by which its filter is read. */
interface FilterContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
  /** Who asks; absent in a job, whose request was checked when it was made. */
  readonly caller?: Caller | undefined;
  /** Whose favorites are meant; those of the caller by default. */
  readonly owner?: string | undefined;
}

/**
 * The filter of a request. One query where there is a rule by a custom field, and one of all users where a rule or the order
 * is about them.
 * @throws Failure VALIDATION_ERROR for an unknown or inactive custom field, 403 for callers who may not see users
 */
export async function resolveFilter(
  { tenant, settings, now, caller, owner = caller && findOwner(caller) }: FilterContext,
  { filterRules, isActive, onlyFavorite, sortBy, target = 'filterBody.filterRules' }: SentFilter,
): Promise<PeopleFilter> {
  const rules = await resolveRuleGroups(tenant, filterRules, {
    owner: 'people',
    builtIn: peopleFilterFields,
    target,
  });
  checkMonths(filterRules, target);
  const isAboutUsers =
    sortBy === 'lastlogin' ||
    filterRules.some(({ fieldId, selectedValues }) => fieldId === 'roles' && selectedValues.length > 0);
  if (isAboutUsers && caller) assertSeesAccounts(caller);
  return {
    rules,
    isActive,
    today: toLocalDate(settings.timeZone, now),
    favorites: onlyFavorite && owner !== undefined ? await listFavorites(tenant, owner) : undefined,
    accounts: isAboutUsers ? await loadAllAccounts(tenant, settings) : undefined,
  };
}

/** A range of months, such as `12-36`, `60-` or `-11`; one number means exactly that many. */
const MONTHS = /^\s*(\d{0,4})\s*(-?)\s*(\d{0,4})\s*$/;

/** The range of a text; undefined where it is none. Both ends are included. */
function parseMonths(text: string): readonly [number, number] | undefined {
  const [, from = '', dash, to = ''] = MONTHS.exec(text) ?? [];
  if (from === '' && to === '') return undefined;
  return [Number(from), dash ? (to === '' ? Number.POSITIVE_INFINITY : Number(to)) : Number(from)];
}

const isAboutMonths = ({ fieldId }: { readonly fieldId: string }): boolean => fieldId === 'totalTimeWorked';

/** @throws Failure VALIDATION_ERROR for a value of totalTimeWorked that is no range of months */
const checkMonths = (rules: readonly FilterRule[], target: string): void =>
  throwIfInvalid(
    rules.flatMap((rule, index) =>
      isAboutMonths(rule)
        ? rule.selectedValues
            .filter((value) => value !== '' && !parseMonths(value))
            .map((value) => ({
              code: 'INVALID_FORMAT' as const,
              message: `"${value}" is no range of months, such as 12-36, 60- (at least) or -11 (at most).`,
              target: `${target}[${index}].selectedValues`,
            }))
        : [],
    ),
  );

/** The months in positions that an entry has on a day. */
const countMonths = ({ w = [] }: PersonEntry, today: string): number =>
  countMonthsWorked(
    w.map((position) => {
      const [startDate, endDate] = position.split('/');
      return { startDate, endDate };
    }),
    today,
  );

/** Whether an entry passes a filter. */
function createFilter({ rules, ...filter }: PeopleFilter): (entry: PersonEntry) => boolean {
  const passes = createGroupsFilter(
    rules.map((group) => group.filter((rule) => !isAboutMonths(rule))),
    (entry: PersonEntry, field: PeopleFilterField) => getValues(entry, field, filter),
  );
  const { isActive, today, favorites } = filter;
  const ranges = rules
    .flat()
    .filter(isAboutMonths)
    .flatMap(({ selectedValues }) => selectedValues.map(parseMonths))
    .filter((range) => range !== undefined);
  const worked = (entry: PersonEntry): boolean => {
    const months = countMonths(entry, today);
    return ranges.some(([from, to]) => from <= months && months <= to);
  };
  return (entry) =>
    (favorites === undefined || favorites.has(entry.id)) &&
    (isActive === undefined || isActiveEntry(entry, today) === isActive) &&
    passes(entry) &&
    (ranges.length === 0 || worked(entry));
}

/** The short entry of a person who was read. */
export const toEntry = (tenant: TenantStore, person: PersonItem): PersonEntry => ({
  ...buildPersonListEntry(tenant, person).item,
  sk: personSort(person),
});

/** The people who pass, in their order. */
export function selectPeople(
  tenant: TenantStore,
  people: readonly PersonItem[],
  filter: PeopleFilter,
): PersonItem[] {
  const passes = createFilter(filter);
  return people.filter((person) => passes(toEntry(tenant, person)));
}

/** The entries that pass, in this order; equal ones by name. */
export function selectEntries(
  entries: readonly PersonEntry[],
  filter: PeopleFilter,
  order: { readonly sortBy: PeopleSort; readonly sortDirection: Direction },
): PersonEntry[] {
  const selected = entries.filter(createFilter(filter));
  const getKey: Record<PeopleSort, (entry: PersonEntry) => string> = {
    name: () => '',
    organization: ({ on }) => foldForSort(on ?? ''),
    updated: ({ m }) => m,
    lastlogin: ({ id }) => filter.accounts?.get(id)?.lastSignIn ?? '',
  };
  const keyOf = getKey[order.sortBy];
  return applyDirection(
    selected.toSorted((a, b) => compareTexts(keyOf(a), keyOf(b)) || compareTexts(a.sk, b.sk)),
    order.sortDirection,
  );
}

/** The entries of all people: one read unit for about thirty. */
export const loadEntries = (tenant: TenantStore): Promise<PersonEntry[]> =>
  tenant.queryAll(personEntries(tenant));
