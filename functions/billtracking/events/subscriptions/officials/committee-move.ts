// That an official whom a subscription follows joins or leaves a committee of a legislature
// (docs/interface/billtracking.md#follow-an-official).
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import type { MembershipItem } from '../../../../../shared/directory/committees/committee-store.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';

/** What became of an official's membership in a committee. */
export interface CommitteeMove {
  readonly kind: 'membership';
  readonly record: { readonly version: number };
  readonly move: 'COMMITTEE_JOINED' | 'COMMITTEE_LEFT' | 'COMMITTEE_CHANGED';
  readonly person: { readonly id: string; readonly name: string };
  readonly committee: { readonly id: string; readonly name: string };
  /** Absent where the membership was removed. */
  readonly membership?: Pick<MembershipItem, 'role' | 'startDate' | 'endDate'> | undefined;
}

/** The ids of the records of a type that the record of a change belongs to. */
export const findReferences = ({ data: { belongsTo = [] } }: ChangeEvent, type: string): readonly string[] =>
  belongsTo.flatMap((reference) => (reference.type === type ? [reference.id] : []));

/** Whether a change is of a membership of an official whom a subscription follows. */
export const isMoveOfFollowed = (
  { what: { officials = [] } }: Pick<SubscriptionItem, 'what'>,
  change: ChangeEvent,
): boolean =>
  change.type.startsWith('membership.') &&
  findReferences(change, 'person').some((id) => officials.includes(id));

/** What a change of a membership is, from the membership as it is now. */
export function classifyMove(
  { type }: Pick<ChangeEvent, 'type'>,
  membership: Pick<MembershipItem, 'endDate' | 'voidedDate'> | undefined,
  today: string,
): CommitteeMove['move'] {
  const hasEnded = membership?.endDate !== undefined && membership.endDate <= today;
  if (!membership || membership.voidedDate !== undefined || hasEnded) return 'COMMITTEE_LEFT';
  return type === 'membership.created' ? 'COMMITTEE_JOINED' : 'COMMITTEE_CHANGED';
}

/** A move as messages have it. */
export const presentCommitteeMove = ({ move, person, committee, membership }: CommitteeMove) => ({
  ...{ personId: person.id, name: person.name, kind: move, committee },
  ...(membership && {
    role: membership.role,
    ...omitUndefined({ startDate: membership.startDate, endDate: membership.endDate }),
  }),
});

const moveTexts: Readonly<Record<CommitteeMove['move'], string>> = {
  COMMITTEE_JOINED: 'Joined',
  COMMITTEE_LEFT: 'Left',
  COMMITTEE_CHANGED: 'Changed in',
};

/** A move as a line for people. */
export const describeCommitteeMove = ({ move, committee, membership }: CommitteeMove): string =>
  [`${moveTexts[move]} ${committee.name}`, move === 'COMMITTEE_LEFT' ? undefined : membership?.role]
    .filter((text) => text !== undefined)
    .join(', ');
