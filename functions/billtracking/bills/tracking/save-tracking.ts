// Carries out a wish for some bills: what each is afterwards, and the changes that make it so.
import type { Caller } from '../../../../shared/auth/access.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { contentHash } from '../../../../shared/directory/content-hash.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';
import { peopleById } from '../../../../shared/directory/person-store.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import type { Activity } from '../../activity/line.ts';
import { insertActivities } from '../../activity/store.ts';
import type { BillItem } from '../bill.ts';
import type { BillSettings } from '../settings/bill-settings.ts';
import { putBills, rebalanceLists } from '../store.ts';
import {
  applyTrackingInput,
  diffTracking,
  pickTracking,
  setTracking,
  type TrackingInput,
  validateEffectiveDate,
  validateTrackingInput,
} from './tracking.ts';

/** Who wishes, and when. */
interface TrackingContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly now: Date;
  readonly newId: () => string;
}

/** The people of a wish and of what bills have already, by id. One round trip. */
export async function loadAssignees(
  tenant: TenantStore,
  wish: TrackingInput,
  bills: readonly BillItem[],
): Promise<ReadonlyMap<string, PersonItem>> {
  const ids = [...(wish.assignedPersonIds ?? []), ...bills.flatMap((bill) => bill.assignedPersonIds)];
  const found = await peopleById(tenant, [...new Set(ids)]);
  return new Map(found.flatMap((person) => (person ? [[person.id, person] as const] : [])));
}

/** What is wrong with a wish for any bill: its levels, its people. */
export const validateTrackingRequest = (
  wish: TrackingInput,
  settings: BillSettings,
  people: ReadonlyMap<string, PersonItem>,
): ErrorDetail[] => [
  ...validateTrackingInput(wish, settings),
  ...(wish.assignedPersonIds ?? []).flatMap((id, at): ErrorDetail[] =>
    people.has(id)
      ? []
      : [
          {
            code: 'UNKNOWN_VALUE',
            message: `There is no person with the id ${id}.`,
            target: `assignedPersonIds[${at}]`,
          },
        ],
  ),
];

/** Today where the legislature of a bill sits. */
const legislatureToday = ({ stateId }: BillItem, now: Date): string =>
  toLocalDate(stateById(stateId)?.timeZone ?? 'UTC', now);

/** What is wrong with a wish for this bill. */
export const validateForBill = (bill: BillItem, wish: TrackingInput, now: Date): ErrorDetail | undefined =>
  validateEffectiveDate(wish, legislatureToday(bill, now));

/** Changes that come at once lie no further apart than this, in milliseconds; a clock that was set back does. */
const CONCURRENT_WINDOW_MS = 60_000;

/** The moment of a change: later than the one before it, so that the log has changes made at once in their order. */
function nextModifiedDate({ modifiedDate }: BillItem, now: Date): Date {
  const next = Date.parse(modifiedDate) + 1;
  return next > now.getTime() && next - now.getTime() < CONCURRENT_WINDOW_MS ? new Date(next) : now;
}

/** The bill with the wish laid over it; the very same one when that changes nothing. */
export function applyInputToBill(
  before: BillItem,
  wish: TrackingInput,
  settings: BillSettings,
  { caller, now }: Pick<TrackingContext, 'caller' | 'now'>,
): BillItem {
  const setBy = caller.kind === 'anonymous' ? 'anonymous' : caller.name;
  const tracking = applyTrackingInput(before, wish, {
    settings,
    today: legislatureToday(before, now),
    setting: { setAt: now.toISOString(), setBy, setById: caller.subject },
  });
  const isSame = contentHash(tracking) === contentHash(pickTracking(before));
  return isSame ? before : setTracking(before, tracking, nextModifiedDate(before, now));
}

const buildActivities = (before: BillItem, after: BillItem, { subject }: Caller): Activity[] =>
  diffTracking(before, after).map(({ action, ...told }) => ({
    userId: subject,
    action,
    entityType: 'BILL',
    entityId: after.id,
    timestamp: after.modifiedDate,
    metadata: {
      billNumber: after.billNumber,
      state: stateById(after.stateId)?.abbreviation,
      session: after.sessionName,
      ...told,
    },
  }));

/**
 * The changes that write bills as they are wished, with the lines of the activity log
 * (docs/interface/billtracking.md#tracking-status: each change of status or position logs with old and new value). At
 * most ten changes a bill and some fourteen for the lists: eight bills fit.
 */
export async function buildTrackingChanges(
  { tenant, caller, now, newId }: TrackingContext,
  wished: readonly { readonly before: BillItem; readonly after: BillItem }[],
): Promise<Change[]> {
  const changed = wished.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return [];
  await rebalanceLists(tenant, changed);
  const lines = changed.flatMap(({ before, after }) => buildActivities(before, after, caller));
  const [writes, entries] = await Promise.all([
    putBills(tenant, changed),
    lines.length > 0 ? insertActivities(tenant, lines, now, newId) : [],
  ]);
  return [...writes, ...entries];
}
