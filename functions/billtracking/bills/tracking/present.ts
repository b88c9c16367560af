// The tracking of a bill and the history of its positions, as the interface returns them.

import type { Caller } from '../../../../shared/auth/access/access.ts';
import { showUserName } from '../../../../shared/auth/accounts/user-name.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { hideAssignedPeople } from '../hide-assigned-people.ts';
import { type BillItem, heldPositions } from '../record/bill.ts';
import {
  type BillSettings,
  heldPositionLabel,
  priorityLabel,
  resolveTrackingLevel,
} from '../settings/bill-settings.ts';
import { positionEntryId } from './tracking.ts';

/** The tracking of a bill. Assigned people who no longer exist in the directory are left out. */
export function presentTracking(
  bill: BillItem,
  settings: BillSettings,
  people: ReadonlyMap<string, PersonItem>,
) {
  const level = resolveTrackingLevel(settings, bill);
  const held = heldPositions(bill.positions).at(-1);
  return {
    billId: Number(bill.id),
    billNumber: bill.billNumber,
    trackingStatus: bill.trackingStatus,
    trackingLevelId: level.trackingLevelId,
    trackingLevel: level.title,
    trackingLevelColorCode: level.colorCode,
    position: bill.position,
    positionId: held?.own?.id ?? null,
    positionTitle: heldPositionLabel(settings, held ?? bill).title,
    positionEffectiveFrom: held?.effectiveFrom ?? null,
    priority: bill.priority ?? null,
    priorityTitle: bill.priority === undefined ? null : priorityLabel(settings, bill.priority).title,
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

/**
 * The history of positions, the latest first. Of several with the same first day, the one set last is held. A void one was
 * held on no day.
 */
export const presentPositions = ({ positions }: BillItem, settings: BillSettings) =>
  positions
    .map((entry, index) => {
      const { position, effectiveFrom, setAt, setBy, note, own, voided } = entry;
      const next = heldPositions(positions.slice(index + 1))[0];
      const { title, colorCode } = heldPositionLabel(settings, entry);
      const isVoid = voided !== undefined;
      return {
        id: positionEntryId(entry),
        position,
        positionId: own?.id ?? null,
        title,
        colorCode,
        effectiveFrom,
        effectiveTo: next && !isVoid ? lastDay(effectiveFrom, next.effectiveFrom) : null,
        isHeld: next === undefined && !isVoid,
        setAt,
        setBy: showUserName(setBy),
        note: note ?? null,
        isVoid,
        ...(voided && { voidedAt: voided.at, voidedBy: showUserName(voided.by), voidReason: voided.reason }),
      };
    })
    .reverse();

/** The priorities that a bill had, the latest first; null where it was removed. */
export const presentPriorities = ({ priorities = [] }: BillItem, settings: BillSettings) =>
  priorities
    .map(({ priority, setAt, setBy }) => ({
      priority: priority ?? null,
      title: priority === undefined ? null : priorityLabel(settings, priority).title,
      setAt,
      setBy: showUserName(setBy),
    }))
    .reverse();
