// What a change of a bill says of the officials whom a subscription follows: that one sponsors it or withdrew, and how one voted
// (docs/interface/billtracking.md#follow-an-official).
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import type { ChangedValue, ChangedValues } from '../../../../../shared/change-feed/changed-values.ts';
import { omitUndefined } from '../../../../../shared/directory/omit-undefined.ts';
import { stateById } from '../../../../../shared/legislature/states.ts';
import { foldForSort } from '../../../../../shared/lists/fold-for-sort.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { addDays } from '../../../../../shared/time/calendar-day.ts';
import type { BillItem, BillPosition, BillSponsor, RollCall, VoteType } from '../../../bills/bill.ts';
import type { BillNews } from '../../../bills/bill-news.ts';
import { legislatureDay } from '../../../bills/legislature-day.ts';
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

type BillChangeEvent = Pick<ChangeEvent, 'type' | 'time' | 'data'>;

/** Whether a change may say anything of an official: without reading what it changed. */
export const mayConcernOfficials = ({ type, data }: Pick<ChangeEvent, 'type' | 'data'>): boolean =>
  type === 'bill.created' ||
  (type === 'bill.updated' && data.fields.some((field) => field === 'sponsors' || field === 'actionsSeenAt'));

const isSponsor = (value: unknown): value is BillSponsor =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';

const readSponsors = (value: unknown): readonly BillSponsor[] =>
  Array.isArray(value) ? value.filter(isSponsor) : [];

/** Whether two entries mean one sponsor: one who was linked to a person, or whose record was merged, has not moved. */
const isSameSponsor = (a: BillSponsor, b: BillSponsor): boolean =>
  (a.personId !== undefined && a.personId === b.personId) || foldForSort(a.name) === foldForSort(b.name);

/** The officials among the sponsors of one list who are not in the other. */
const findMissing = (
  officials: readonly string[],
  sponsors: readonly BillSponsor[],
  others: readonly BillSponsor[],
  kind: 'SPONSOR_ADDED' | 'SPONSOR_WITHDRAWN',
): OfficialNews[] =>
  sponsors.flatMap((sponsor): OfficialNews[] => {
    const { personId, name, isPrimary } = sponsor;
    if (personId === undefined || !officials.includes(personId)) return [];
    if (others.some((other) => isSameSponsor(sponsor, other))) return [];
    return [{ personId, name, kind, isPrimary: isPrimary === true }];
  });

/** Who sponsors a bill since a change, and who does not any more. */
export function findSponsorNews(
  { what: { officials = [] } }: Pick<SubscriptionItem, 'what'>,
  change: BillChangeEvent,
  bill: BillItem,
  sponsors: ChangedValue | undefined,
): OfficialNews[] {
  if (change.type === 'bill.created') {
    const day = legislatureDay(bill, new Date(change.time));
    const isPast = bill.introducedDate !== undefined && bill.introducedDate < addDays(day, -PAST_DAYS);
    return isPast ? [] : findMissing(officials, bill.sponsors, [], 'SPONSOR_ADDED');
  }
  if (!sponsors) return [];
  const [before, after] = [readSponsors(sponsors.oldValue), readSponsors(sponsors.newValue)];
  return [
    ...findMissing(officials, after, before, 'SPONSOR_ADDED'),
    ...findMissing(officials, before, after, 'SPONSOR_WITHDRAWN'),
  ];
}

/** How officials voted in roll calls, and what the tenant's position on the bill was then. */
export function findVoteNews(
  { what: { officials = [] } }: Pick<SubscriptionItem, 'what'>,
  change: Pick<ChangeEvent, 'type' | 'time'>,
  bill: BillItem,
  rollCalls: readonly RollCall[],
): OfficialNews[] {
  const day = legislatureDay(bill, new Date(change.time));
  const first = change.type === 'bill.created' ? addDays(day, -PAST_DAYS) : '';
  const timeZone = stateById(bill.stateId)?.timeZone ?? 'UTC';
  return rollCalls
    .filter(({ date }) => date >= first)
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
  change: BillChangeEvent,
  bill: BillItem,
  { values, news }: { readonly values?: ChangedValues | undefined; readonly news?: BillNews | undefined },
): OfficialNews[] =>
  matchesOfficialBill(subscription.filter, bill)
    ? [
        ...findSponsorNews(subscription, change, bill, values?.sponsors),
        ...findVoteNews(subscription, change, bill, news?.rollCalls ?? []),
      ]
    : [];

/** News of an official as messages have it. */
export function presentOfficialNews(one: OfficialNews) {
  const { personId, name, kind } = one;
  if (one.kind !== 'VOTE') return { personId, name, kind, isPrimary: one.isPrimary };
  const { date, chamber, description, passed, sourceUrl } = one.rollCall;
  return {
    ...{ personId, name, kind, vote: one.vote, position: one.position, result: one.mark ?? null },
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
  const { name, kind } = one;
  if (kind === 'SPONSOR_WITHDRAWN') return `${name} no longer sponsors it`;
  if (kind === 'SPONSOR_ADDED') return `${name} sponsors it${one.isPrimary ? ' (primary)' : ''}`;
  const { rollCall, vote, position, mark } = one;
  const against =
    mark === 'disagreed' ? `, against our position (${position === 'SUPPORT' ? 'support' : 'oppose'})` : '';
  return `${name} ${voteTexts[vote]}${against}: ${rollCall.description}`;
}
