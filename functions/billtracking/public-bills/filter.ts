// Which bills a filter wants (docs/interface/billtracking.md#public-bills): within one field any of the values,
// between fields all of them.
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import {
  type BillPosition,
  billNumberDigits,
  normalizeBillNumber,
  type TrackingStatus,
  trackingStatuses,
} from '../bills/bill.ts';
import { type BillListKind, type BillRow, billListKind } from '../bills/bill-row.ts';
import {
  type BillSettings,
  resolveTrackingLevel,
  type TrackingLevel,
} from '../bills/settings/bill-settings.ts';
import { matchesWords } from '../bills/word-search.ts';
import { labelId } from './labels.ts';

/** Values of a list as they are compared: ids or texts, as callers have them. */
type Values = readonly string[] | undefined;

/** A filter as it was read; what is absent narrows nothing. Days are YYYY-MM-DD, inclusive. */
export interface BillFilter {
  readonly introducedDate?: string | undefined;
  readonly introducedStartDate?: string | undefined;
  readonly introducedEndDate?: string | undefined;
  readonly lastActionStartDate?: string | undefined;
  readonly lastActionEndDate?: string | undefined;
  readonly sessionId?: number | undefined;
  readonly sessionIds?: readonly number[] | undefined;
  readonly stateIds?: readonly number[] | undefined;
  readonly committeeIds?: readonly number[] | undefined;
  readonly title?: string | undefined;
  readonly billNumber?: string | undefined;
  readonly searchText?: string | undefined;
  readonly text?: string | undefined;
  readonly searchFields?: readonly string[] | undefined;
  readonly trackingLevels?: Values;
  readonly trackingStatuses?: readonly TrackingStatus[] | undefined;
  readonly positions?: readonly BillPosition[] | undefined;
  readonly sponsors?: Values;
  readonly houseCommittees?: Values;
  readonly senateCommittees?: Values;
  readonly lastActionTypes?: Values;
  readonly tags?: Values;
  readonly billTypes?: Values;
  readonly status?: Values;
  readonly usersTags?: Values;
  readonly clientPersonGroups?: Values;
  readonly users?: Values;
}

const hasValues = (values: readonly unknown[] | undefined): boolean =>
  values !== undefined && values.length > 0;

/** Whether one of the names of something is among the wanted values, whatever the case. */
function matchesAny(values: Values, names: readonly (string | number | undefined)[]): boolean {
  if (!values || values.length === 0) return true;
  const wanted = new Set(values.map((value) => value.trim().toLowerCase()));
  return names.some((name) => name !== undefined && wanted.has(String(name).trim().toLowerCase()));
}

const isWithinDates = (day: string | undefined, from: string | undefined, to: string | undefined): boolean =>
  (from === undefined && to === undefined) ||
  (day !== undefined && (from === undefined || day >= from) && (to === undefined || day <= to));

const matchesId = (values: readonly number[] | undefined, number: number): boolean =>
  !hasValues(values) || (values ?? []).includes(number);

/** The names that callers may mean a tracking level by. */
const levelNames = ({ trackingLevelId, title, trackingStatus }: TrackingLevel) => [
  trackingLevelId,
  title,
  trackingStatus,
];

/** The statuses that a filter asks for: by name, by tracking level, or those that are tracked when it names none. */
export function filteredStatuses(filter: BillFilter, settings: BillSettings): readonly TrackingStatus[] {
  if (hasValues(filter.trackingStatuses)) return filter.trackingStatuses ?? [];
  if (hasValues(filter.trackingLevels))
    return trackingStatuses.filter((status) =>
      settings.trackingLevels.some(
        (level) => level.trackingStatus === status && matchesAny(filter.trackingLevels, levelNames(level)),
      ),
    );
  return trackingStatuses.filter((trackingStatus) => billListKind({ trackingStatus }) === 'tracked');
}

/** The lists that bills of these statuses stand in. */
export const billListKinds = (statuses: readonly TrackingStatus[]): BillListKind[] => [
  ...new Set(statuses.map((trackingStatus) => billListKind({ trackingStatus }))),
];

/** Whether a filter wants all bills that are tracked: its page then costs the same however many there are. */
export const selectsAllTracked = (filter: BillFilter): boolean =>
  Object.values(filter).every((value) =>
    Array.isArray(value) ? value.length === 0 : value === undefined || value === '',
  );

/** The fields that a text search may be narrowed to (docs/interface/billtracking.md#common-filters). */
const searchableFields: Readonly<Record<string, (row: BillRow) => string>> = {
  title: ({ title, alternateTitle = '' }) => `${title} ${alternateTitle}`,
  summary: ({ title, alternateTitle = '', summaryWords }) => `${title} ${alternateTitle} ${summaryWords}`,
  billnumber: ({ billNumber }) => `${billNumber} ${normalizeBillNumber(billNumber)}`,
  sponsors: ({ sponsors }) => sponsors.map(({ name }) => name).join(' '),
};

/** The fields that are searched unless a caller says which. */
const defaultSearchFields = ['summary', 'billnumber', 'sponsors'];

function matchesText(
  row: BillRow,
  search: string | undefined,
  fields: readonly string[] | undefined,
): boolean {
  if (search === undefined || search.trim() === '') return true;
  const number = normalizeBillNumber(search);
  const named = (fields ?? []).map((field) => field.toLowerCase().replace(/[^a-z]/g, ''));
  const wanted = named.filter((field) => Object.hasOwn(searchableFields, field));
  const searched = wanted.length > 0 ? wanted : defaultSearchFields;
  if (searched.includes('billnumber') && /\d/.test(number) && normalizeBillNumber(row.billNumber) === number)
    return true;
  return matchesWords(search, searched.map((field) => searchableFields[field]?.(row) ?? '').join(' '));
}

/** Whether a bill's number is the one asked for: whole, or its digits alone. Signs alone are no bill's number. */
function matchesBillNumber(billNumber: string, asked: string | undefined): boolean {
  if (asked === undefined) return true;
  const [number, wanted] = [normalizeBillNumber(billNumber), normalizeBillNumber(asked)];
  if (wanted === '') return asked.trim() === '';
  return number === wanted || billNumberDigits(billNumber) === wanted;
}

/** A committee as callers may name it: also without the chamber, which many sources put before the name. */
const committeeNames = ({ id, name }: BillRow['committees'][number]) => [
  id,
  name,
  name.replace(/^(?:House|Senate|Assembly|Joint)(?: Committee on(?: the)?)? /i, ''),
];

/** A sponsor as callers may name one: also by the last name alone. */
const sponsorNames = ({ personId, name }: BillRow['sponsors'][number]) => [
  personId,
  name,
  foldForSort(name),
  name.split(' ').at(-1),
];

const hasCommittee = (row: BillRow, values: Values, chamber: 'lower' | 'upper'): boolean =>
  !hasValues(values) ||
  row.committees.some(
    (committee) =>
      [chamber, 'legislature', 'joint'].includes(committee.chamber) &&
      matchesAny(values, committeeNames(committee)),
  );

const matchesLabel = (tenantCode: string, values: Values, labels: readonly string[]): boolean =>
  !hasValues(values) || labels.some((label) => matchesAny(values, [label, labelId(tenantCode, label)]));

/** Whether a filter wants a bill. */
export function matchesBillFilter(
  row: BillRow,
  filter: BillFilter,
  { settings, tenantCode }: { readonly settings: BillSettings; readonly tenantCode: string },
): boolean {
  const { sessionId, introducedDate: introduced } = filter;
  return (
    filteredStatuses(filter, settings).includes(row.trackingStatus) &&
    matchesAny(filter.trackingLevels, levelNames(resolveTrackingLevel(settings, row))) &&
    (sessionId === undefined || row.sessionId === sessionId) &&
    matchesId(filter.sessionIds, row.sessionId) &&
    matchesId(filter.stateIds, row.stateId) &&
    isWithinDates(row.introducedDate, introduced, introduced) &&
    isWithinDates(row.introducedDate, filter.introducedStartDate, filter.introducedEndDate) &&
    isWithinDates(row.lastActionOn, filter.lastActionStartDate, filter.lastActionEndDate) &&
    matchesBillNumber(row.billNumber, filter.billNumber) &&
    (filter.title === undefined || matchesWords(filter.title, `${row.title} ${row.alternateTitle ?? ''}`)) &&
    matchesText(row, filter.searchText, undefined) &&
    matchesText(row, filter.text, filter.searchFields) &&
    matchesAny(filter.billTypes, [row.billTypeId, row.billTypeAbbr]) &&
    matchesAny(filter.status, [row.status]) &&
    matchesAny(filter.lastActionTypes, [row.lastActionType, row.lastActionTaken]) &&
    matchesAny(filter.users, row.assignedPersonIds) &&
    matchesAny(filter.positions, [row.position]) &&
    (!hasValues(filter.sponsors) ||
      row.sponsors.some((sponsor) => matchesAny(filter.sponsors, sponsorNames(sponsor)))) &&
    (!hasValues(filter.committeeIds) || row.committees.some(({ id }) => filter.committeeIds?.includes(id))) &&
    hasCommittee(row, filter.houseCommittees, 'lower') &&
    hasCommittee(row, filter.senateCommittees, 'upper') &&
    matchesLabel(tenantCode, filter.tags, row.tags) &&
    matchesLabel(tenantCode, filter.usersTags, row.userTags) &&
    matchesLabel(tenantCode, filter.clientPersonGroups, row.assignedGroups)
  );
}
