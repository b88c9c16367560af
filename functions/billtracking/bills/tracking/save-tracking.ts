// Applies tracking input to bills, and builds the changes that save them.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { insertActivities } from '../../activity/store.ts';
import { callerName } from '../../caller.ts';
import { mapPeopleById } from '../../people-by-id.ts';
import { unknownValue } from '../../unknown-value.ts';
import { legislatureDay } from '../legislature-day.ts';
import { type BillItem, trackingFields } from '../record/bill.ts';
import { putBills } from '../record/store.ts';
import type { BillSettings } from '../settings/bill-settings.ts';
import { buildBillActivity } from './bill-activity.ts';
import {
  applyTrackingInput,
  diffTracking,
  setTracking,
  type TrackingInput,
  validateEffectiveDate,
  validateTrackingInput,
} from './tracking.ts';

/** Who changes the tracking, and when. */
interface TrackingContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly now: Date;
  readonly newId: () => string;
}

/** A bill before and after the input; the same object when nothing changes. */
export interface BillUpdate {
  readonly before: BillItem;
  readonly after: BillItem;
}

/** The people whom the input assigns and who are assigned already, by id. One round trip. */
export const loadAssignees = (
  tenant: TenantStore,
  input: TrackingInput,
  bills: readonly BillItem[],
): Promise<ReadonlyMap<string, PersonItem>> =>
  mapPeopleById(tenant, [
    ...(input.assignedPersonIds ?? []),
    ...bills.flatMap((bill) => bill.assignedPersonIds),
  ]);

/** Validates the parts of the input that do not depend on the bill: tracking level and people. */
export const validateTrackingRequest = (
  input: TrackingInput,
  settings: BillSettings,
  people: ReadonlyMap<string, PersonItem>,
): ErrorDetail[] => [
  ...validateTrackingInput(input, settings),
  ...(input.assignedPersonIds ?? []).flatMap((id, index): ErrorDetail[] =>
    people.has(id)
      ? []
      : [unknownValue(`assignedPersonIds[${index}]`, `There is no person with the id ${id}.`)],
  ),
];

/** Validates the input for one bill. */
export const validateForBill = (bill: BillItem, input: TrackingInput, now: Date): ErrorDetail[] =>
  validateEffectiveDate(input, legislatureDay(bill, now));

/** Concurrent changes are at most this far apart. A larger difference means that the tenant's clock was set back. */
const CONCURRENT_WINDOW_MS = 60_000;

/** The time of a change: later than the one before, so that the activity log has concurrent changes in their order. */
export function nextModifiedDate({ modifiedDate }: BillItem, now: Date): Date {
  const next = Date.parse(modifiedDate) + 1;
  return next > now.getTime() && next - now.getTime() < CONCURRENT_WINDOW_MS ? new Date(next) : now;
}

/** The bill with the input applied; the same object when nothing changes. */
export function applyInputToBill(
  before: BillItem,
  input: TrackingInput,
  settings: BillSettings,
  { caller, now }: Pick<TrackingContext, 'caller' | 'now'>,
): BillItem {
  const tracking = applyTrackingInput(before, input, {
    settings,
    today: legislatureDay(before, now),
    author: { setAt: now.toISOString(), setBy: callerName(caller), setById: caller.subject },
  });
  const isSame = contentHash(tracking) === contentHash(pick(before, trackingFields));
  return isSame ? before : setTracking(before, tracking, nextModifiedDate(before, now));
}

/**
 * Writes the changed bills and their lines of the activity log: each change of status or position is logged with its
 * old and new value. At most eleven changes per bill and five for its lists, besides two for that of all tracked bills: six bills
 * fit a transaction.
 */
export async function buildTrackingChanges(
  { tenant, caller, now, newId }: TrackingContext,
  updates: readonly BillUpdate[],
): Promise<Change[]> {
  const changed = updates.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return [];
  const activities = changed.flatMap(({ before, after }) =>
    diffTracking(before, after).map((change) => buildBillActivity(after, change, caller)),
  );
  const [bills, lines] = await Promise.all([
    putBills(tenant, changed),
    activities.length > 0 ? insertActivities(tenant, activities, now, newId) : [],
  ]);
  return [...bills, ...lines];
}
