// Which bills match a filter (docs/interface/billtracking.md#public-bills): within one field any of the values, between
// fields all of them.
import { billNumberDigits, billNumberKey, isBillNumber } from '../../../shared/legislature/bill-number.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { labelId } from '../bills/labels.ts';
import { isInChamber, type TrackingStatus, trackingStatuses } from '../bills/record/bill.ts';
import { type BillListKind, type BillRow, billListKind } from '../bills/record/bill-row.ts';
import { searchableFields } from '../bills/record/bill-words.ts';
import {
  type BillSettings,
  resolveTrackingLevel,
  type TrackingLevel,
} from '../bills/settings/bill-settings.ts';
import { matchesWords } from '../word-search.ts';
import type { BillFilter } from './schemas.ts';

/** The values of a filter field: ids or texts. */
type Values = readonly string[] | undefined;

const hasValues = (values: readonly unknown[] | undefined): boolean =>
  values !== undefined && values.length > 0;

/** Whether one of the names is among the values, ignoring case. A field without values matches everything. */
function matchesAny(values: Values, names: readonly (string | number | undefined)[]): boolean {
  if (!values || values.length === 0) return true;
  const folded = new Set(values.map((value) => value.trim().toLowerCase()));
  return names.some((name) => name !== undefined && folded.has(String(name).trim().toLowerCase()));
}

const isWithinDates = (day: string | undefined, from: string | undefined, to: string | undefined): boolean =>
  (from === undefined && to === undefined) ||
  (day !== undefined && (from === undefined || day >= from) && (to === undefined || day <= to));

const matchesId = (values: readonly number[] | undefined, number: number): boolean =>
  !hasValues(values) || (values ?? []).includes(number);

/** The names by which callers may refer to a tracking level. */
const levelNames = ({ trackingLevelId, title, trackingStatus }: TrackingLevel) => [
  trackingLevelId,
  title,
  trackingStatus,
];

/** The statuses that a filter selects: by name, by tracking level, or by default those that are tracked. */
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

/** The kinds of list that have the bills of these statuses. */
export const billListKinds = (statuses: readonly TrackingStatus[]): BillListKind[] => [
  ...new Set(statuses.map((trackingStatus) => billListKind({ trackingStatus }))),
];

/** Whether a filter selects all tracked bills: a page then costs the same, however many there are. */
export const selectsAllTracked = (filter: BillFilter): boolean =>
  Object.values(filter).every((value) =>
    Array.isArray(value) ? value.length === 0 : value === undefined || value === '',
  );

/** The fields that are searched by default. */
const defaultSearchFields = ['summary', 'billnumber', 'sponsors'];

function matchesText(
  row: BillRow,
  search: string | undefined,
  fields: readonly string[] | undefined,
): boolean {
  if (search === undefined || search.trim() === '') return true;
  const known = (fields ?? [])
    .map((field) => field.toLowerCase().replace(/[^a-z]/g, ''))
    .filter((field) => Object.hasOwn(searchableFields, field));
  const searched = known.length > 0 ? known : defaultSearchFields;
  if (searched.includes('billnumber') && isBillNumber(search, row.billNumber, row.stateId)) return true;
  return matchesWords(search, searched.map((field) => searchableFields[field]?.(row) ?? '').join(' '));
}

/**
 * Whether a bill number equals the filter's, or its digits do. Without letters and digits, the filter matches no bill.
 */
function matchesBillNumber({ billNumber, stateId }: BillRow, filter: string | undefined): boolean {
  if (filter === undefined) return true;
  const searched = billNumberKey(filter);
  if (searched === '') return filter.trim() === '';
  return (
    isBillNumber(filter, billNumber, stateId) ||
    billNumberDigits(billNumberKey(billNumber, stateId)) === searched
  );
}

/** The names of a committee: also without the chamber, which many sources put before the name. */
const committeeNames = ({ id, name }: BillRow['committees'][number]) => [
  id,
  name,
  name.replace(/^(?:House|Senate|Assembly|Joint)(?: Committee on(?: the)?)? /i, ''),
];

/** The names of a sponsor: also the last name only. */
const sponsorNames = ({ personId, name }: BillRow['sponsors'][number]) => [
  personId,
  name,
  foldForSort(name),
  name.split(' ').at(-1),
];

const hasCommittee = (row: BillRow, values: Values, chamber: 'lower' | 'upper'): boolean =>
  !hasValues(values) ||
  row.committees.some(
    (committee) => isInChamber(committee, chamber) && matchesAny(values, committeeNames(committee)),
  );

const matchesLabel = (tenantCode: string, values: Values, labels: readonly string[]): boolean =>
  !hasValues(values) || labels.some((label) => matchesAny(values, [label, labelId(tenantCode, label)]));

/** Whether a bill matches a filter. */
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
    matchesBillNumber(row, filter.billNumber) &&
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
