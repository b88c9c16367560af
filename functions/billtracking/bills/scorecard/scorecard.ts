// Compares officials' votes with the position that was held when they voted (docs/interface/billtracking.md#scorecard).

import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import {
  type BillPosition,
  type HeldPosition,
  heldPositions,
  type RollCall,
  type Vote,
  type VoteType,
} from '../record/bill.ts';

/** How a vote compares with the position held. */
export type Mark = 'agreed' | 'disagreed' | 'missed';

/**
 * The position that was held when a vote was taken: the last one in effect. The effective date decides, not the date of
 * entry: an association may enter weeks later what its board decided. When the position was entered on its effective
 * date and that is the day of the vote, its time is known. If the time of the vote is known too, a position that was
 * entered after the vote was not held yet.
 *
 * @param timeZone that of the state, in which the dates of votes are given
 */
export function positionHeldAt(
  positions: readonly HeldPosition[],
  { date, at }: Pick<RollCall, 'date' | 'at'>,
  timeZone: string,
): BillPosition {
  const isAfterVote = ({ effectiveFrom, setAt }: HeldPosition): boolean =>
    at !== undefined &&
    effectiveFrom === date &&
    toLocalDate(timeZone, new Date(setAt)) === date &&
    new Date(setAt) > new Date(at);
  return (
    heldPositions(positions).findLast((held) => held.effectiveFrom <= date && !isAfterVote(held))?.position ??
    'NO_POSITION'
  );
}

/** How a vote compares with a position; undefined when the position is neither SUPPORT nor OPPOSE. */
export function markVote(position: BillPosition, voteType: VoteType): Mark | undefined {
  if (position !== 'SUPPORT' && position !== 'OPPOSE') return undefined;
  if (voteType === 'nv' || voteType === 'abs') return 'missed';
  return (voteType === 'yea') === (position === 'SUPPORT') ? 'agreed' : 'disagreed';
}

/** A bill with what its votes are compared with. */
export interface ScoredBill {
  readonly billId: string;
  readonly billNumber: string;
  readonly timeZone: string;
  readonly positions: readonly HeldPosition[];
  readonly rollCalls: readonly (RollCall & { readonly number: number })[];
}

/** A vote and how it compares with the position held. */
export interface MarkedVote {
  readonly billId: string;
  readonly billNumber: string;
  readonly rollCall: RollCall & { readonly number: number };
  readonly position: BillPosition;
  readonly voteType: VoteType;
  readonly mark: Mark;
}

/** An official's votes. */
interface OfficialScore {
  /** The person of the directory, when known. */
  readonly personId?: string | undefined;
  readonly name: string;
  readonly votes: readonly MarkedVote[];
}

/** Why a roll call does not count. */
export const exclusionReasons = ['noSideHeld', 'notOnTheBill', 'votesUnknown'] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/**
 * Why a roll call does not count; undefined when it counts. Votes on amendments and procedure say nothing about the
 * bill. Without a motion from the source, the roll call is on the bill.
 */
export function findExclusionReason(
  { positions, timeZone }: Pick<ScoredBill, 'positions' | 'timeZone'>,
  rollCall: RollCall,
): ExclusionReason | undefined {
  if ((rollCall.motion ?? 'passage') !== 'passage') return 'notOnTheBill';
  const position = positionHeldAt(positions, rollCall, timeZone);
  if (position !== 'SUPPORT' && position !== 'OPPOSE') return 'noSideHeld';
  return rollCall.votes.length === 0 ? 'votesUnknown' : undefined;
}

const officialKey = ({ personId, name }: Vote): string => personId ?? `name#${foldForSort(name)}`;

/** The votes of every official, each compared with the position held at the time; by name. */
export function buildScorecard(bills: readonly ScoredBill[]): OfficialScore[] {
  const officials = new Map<string, { name: string; personId: string | undefined; votes: MarkedVote[] }>();
  for (const bill of bills) {
    const { billId, billNumber, timeZone, positions } = bill;
    for (const rollCall of bill.rollCalls.filter(
      (candidate) => findExclusionReason(bill, candidate) === undefined,
    )) {
      const position = positionHeldAt(positions, rollCall, timeZone);
      for (const vote of rollCall.votes) {
        const mark = markVote(position, vote.voteType);
        if (mark === undefined) continue;
        const official = officials.get(officialKey(vote)) ?? {
          name: vote.name,
          personId: vote.personId,
          votes: [],
        };
        official.votes.push({ billId, billNumber, rollCall, position, voteType: vote.voteType, mark });
        officials.set(officialKey(vote), official);
      }
    }
  }
  return [...officials.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || ((a.personId ?? '') < (b.personId ?? '') ? -1 : 1),
  );
}

/** The number of votes with a mark. */
export const countMarks = ({ votes }: Pick<OfficialScore, 'votes'>, mark: Mark): number =>
  votes.filter((vote) => vote.mark === mark).length;

/** Agreed votes as a percentage, to one decimal. Missed votes do not count; undefined when all were missed. */
export function computeScore(official: Pick<OfficialScore, 'votes'>): number | undefined {
  const [agreed, disagreed] = [countMarks(official, 'agreed'), countMarks(official, 'disagreed')];
  return agreed + disagreed === 0 ? undefined : Math.round((1000 * agreed) / (agreed + disagreed)) / 10;
}
