// What a change of a bill says of the officials whom a subscription follows: that one sponsors it or withdrew, and how one voted
// (docs/interface/billtracking.md#follow-an-official).
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import type { ChangedValue, ChangedValues } from '../../../../../shared/change-feed/changed-values.ts';
import { stateById } from '../../../../../shared/legislature/states.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { addDays } from '../../../../../shared/time/calendar-day.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import type { BillNews } from '../../../bills/bill-news.ts';
import { legislatureDay } from '../../../bills/legislature-day.ts';
import type { BillItem, BillPosition, RollCall, VoteType } from '../../../bills/record/bill.ts';
import {
  findExclusionReason,
  type Mark,
  markVote,
  positionHeldAt,
} from '../../../bills/scorecard/scorecard.ts';
import { matchesOfficialBill } from '../matching.ts';

/** What happened, and to whom of the officials. */
export type OfficialNews = { readonly personId: string; readonly name: string } & (
  | { readonly kind: 'SPONSOR_ADDED' | 'SPONSOR_WITHDRAWN'; readonly isPrimary: boolean }
  | {
      readonly kind: 'VOTE';
      readonly rollCall: RollCall;
      readonly vote: VoteType;
      /** The position held when the vote was taken. */
      readonly position: BillPosition;
      /** How the vote compares with it; absent where the roll call or the position takes no side. */
      readonly mark?: Mark | undefined;
    }
);

/** Of a bill that is new here, what is older than so many days is its past, and is not reported. */
export const PAST_DAYS = 14;

/** Whether what happened on a day is the past of a bill that came here on another. */
export const isPast = (date: string, cameOn: string): boolean => date < addDays(cameOn, -PAST_DAYS);

/** Whether a change may say anything of an official: without reading what it changed. */
export const mayConcernOfficials = ({ type, data }: Pick<ChangeEvent, 'type' | 'data'>): boolean =>
  type === 'bill.created' ||
  (type === 'bill.updated' &&
    data.fields.some((field) => field === 'sponsorsMovedAt' || field === 'actionsSeenAt'));

/** Who sponsors a bill since a change, and who does not any more. */
export function findSponsorNews(
  { what: { officials = [] } }: Pick<SubscriptionItem, 'what'>,
  change: Pick<ChangeEvent, 'type' | 'time'>,
  bill: BillItem,
  moved: ChangedValue | undefined,
): OfficialNews[] {
  if (change.type === 'bill.created') {
    const day = legislatureDay(bill, new Date(change.time));
    if (bill.introducedDate !== undefined && isPast(bill.introducedDate, day)) return [];
    return bill.sponsors.flatMap(({ personId, name, isPrimary }): OfficialNews[] =>
      personId !== undefined && officials.includes(personId)
        ? [{ personId, name, kind: 'SPONSOR_ADDED', isPrimary }]
        : [],
    );
  }
  if (!moved) return [];
  const [after, upTo] = [String(moved.oldValue ?? ''), String(moved.newValue ?? '')];
  return (bill.sponsorMoves ?? [])
    .filter(({ personId, at }) => officials.includes(personId) && at > after && at <= upTo)
    .map(
      ({ personId, name, isPrimary, kind }): OfficialNews => ({
        ...{ personId, name, isPrimary },
        kind: `SPONSOR_${kind}`,
      }),
    );
}

/** How officials voted in roll calls, and what the tenant's position on the bill was then. */
export function findVoteNews(
  { what: { officials = [] } }: Pick<SubscriptionItem, 'what'>,
  change: Pick<ChangeEvent, 'type' | 'time'>,
  bill: BillItem,
  rollCalls: readonly RollCall[],
): OfficialNews[] {
  const day = legislatureDay(bill, new Date(change.time));
  const timeZone = stateById(bill.stateId)?.timeZone ?? 'UTC';
  return rollCalls
    .filter(({ date }) => change.type !== 'bill.created' || !isPast(date, day))
    .flatMap((rollCall) => {
      const position = positionHeldAt(bill.positions, rollCall, timeZone);
      const counts = findExclusionReason({ positions: bill.positions, timeZone }, rollCall) === undefined;
      return rollCall.votes.flatMap(({ personId, name, voteType }): OfficialNews[] => {
        if (personId === undefined || !officials.includes(personId)) return [];
        const mark = counts ? markVote(position, voteType) : undefined;
        return [{ personId, name, kind: 'VOTE', rollCall, vote: voteType, position, ...(mark && { mark }) }];
      });
    });
}

/** What a change of a bill says of the followed officials, where the bill matches the filter. */
export const listOfficialNews = (
  subscription: Pick<SubscriptionItem, 'what' | 'filter'>,
  change: Pick<ChangeEvent, 'type' | 'time'>,
  bill: BillItem,
  { values, news }: { readonly values?: ChangedValues | undefined; readonly news?: BillNews | undefined },
): OfficialNews[] =>
  matchesOfficialBill(subscription.filter, bill)
    ? [
        ...findSponsorNews(subscription, change, bill, values?.sponsorsMovedAt),
        ...findVoteNews(subscription, change, bill, news?.rollCalls ?? []),
      ]
    : [];

/** News of an official as messages have it. */
export function presentOfficialNews(one: OfficialNews) {
  const { personId, name } = one;
  if (one.kind !== 'VOTE') return { personId, name, kind: one.kind, isPrimary: one.isPrimary };
  const { date, chamber, description, passed, sourceUrl } = one.rollCall;
  return {
    ...{ personId, name, kind: one.kind, vote: one.vote, position: one.position, result: one.mark ?? null },
    rollCall: { date, ...omitUndefined({ chamber }), description, passed, ...omitUndefined({ sourceUrl }) },
  };
}

const voteTexts: Readonly<Record<VoteType, string>> = {
  yea: 'voted yea',
  nay: 'voted nay',
  nv: 'did not vote',
  abs: 'was absent',
};

/** What happened, as a sentence for people. */
export function describeOfficialNews(one: OfficialNews): string {
  const { name } = one;
  if (one.kind !== 'VOTE')
    return one.kind === 'SPONSOR_WITHDRAWN'
      ? `${name} no longer sponsors it`
      : `${name} sponsors it${one.isPrimary ? ' (primary)' : ''}`;
  const { rollCall, vote, position, mark } = one;
  const against =
    mark === 'disagreed' ? `, against our position (${position === 'SUPPORT' ? 'support' : 'oppose'})` : '';
  return `${name} ${voteTexts[vote]}${against}: ${rollCall.description}`;
}
