// The tracking of a bill and the history of its positions, as the interface returns them.
import type { Caller } from '../../../../shared/auth/access.ts';
import { pick } from '../../../../shared/data/pick.ts';
import { displayName } from '../../../../shared/directory/person.ts';
import type { PersonItem } from '../../../../shared/directory/person-store.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import type { BillItem } from '../bill.ts';
import { hideAssignedPeople } from '../hide-assigned-people.ts';
import { type BillSettings, positionLabel, resolveTrackingLevel } from '../settings/bill-settings.ts';

/** The tracking of a bill. Assigned people who no longer exist in the directory are left out. */
export function presentTracking(
  bill: BillItem,
  settings: BillSettings,
  people: ReadonlyMap<string, PersonItem>,
) {
  const level = resolveTrackingLevel(settings, bill);
  return {
    billId: Number(bill.id),
    billNumber: bill.billNumber,
    trackingStatus: bill.trackingStatus,
    trackingLevelId: level.trackingLevelId,
    trackingLevel: level.title,
    trackingLevelColorCode: level.colorCode,
    position: bill.position,
    positionEffectiveFrom: bill.positions.at(-1)?.effectiveFrom ?? null,
    priority: bill.priority ?? null,
    assignedPersons: bill.assignedPersonIds.flatMap((personId) => {
      const person = people.get(personId);
      return person ? [{ personId, fullName: displayName(person) }] : [];
    }),
    ...pick(bill, ['assignedGroups', 'tags', 'userTags']),
  };
}

/**
 * The bill as the reply to a caller who saved its tracking shows it: without a token, the assigned people are those
 * whom the request itself named (docs/interface/access.md#without-a-token).
 */
export const toSavedView = (
  bill: BillItem,
  { assignedPersonIds }: { readonly assignedPersonIds?: readonly string[] | null | undefined },
  caller: Caller,
): BillItem => (assignedPersonIds === undefined ? hideAssignedPeople(bill, caller) : bill);

/** The last day of a position that another one followed. A position replaced on its first day ended on that day. */
const lastDay = (effectiveFrom: string, next: string): string =>
  next > effectiveFrom ? addDays(next, -1) : effectiveFrom;

/** The history of positions, the latest first. Of several with the same first day, the one set last is held. */
export const presentPositions = ({ positions }: BillItem, settings: BillSettings) =>
  positions
    .map(({ position, effectiveFrom, setAt, setBy, note }, index) => {
      const next = positions[index + 1];
      const { title, colorCode } = positionLabel(settings, position);
      return {
        position,
        title,
        colorCode,
        effectiveFrom,
        effectiveTo: next ? lastDay(effectiveFrom, next.effectiveFrom) : null,
        isHeld: next === undefined,
        setAt,
        setBy,
        note: note ?? null,
      };
    })
    .reverse();
