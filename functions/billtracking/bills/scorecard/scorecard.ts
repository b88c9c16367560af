// How officials voted, against the position that was held when they voted (docs/interface/billtracking.md#scorecard).

import { foldForSort } from '../../../../shared/directory/fold-for-sort.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import type { BillPosition, HeldPosition, RollCall, Vote, VoteType } from '../bill.ts';

/** What a vote is against the position held. */
export type Mark = 'agreed' | 'disagreed' | 'missed';

/**
 * The position that was held when a vote was taken: the last whose effective date had come. The effective date decides,
 * not the day on which somebody entered it: an association enters what its board decided weeks ago, and says so. Only of a
 * position that was entered on its own effective day, the day of the vote, the moment is known; where that of the vote is
 * known too, a position that came after it was not held yet.
 *
 * @param timeZone of the state: days of votes are its own
 */
export function positionHeldAt(
  positions: readonly HeldPosition[],
  { date, at }: Pick<RollCall, 'date' | 'at'>,
  timeZone: string,
): BillPosition {
  const cameAfter = ({ effectiveFrom, setAt }: HeldPosition): boolean =>
    at !== undefined &&
    effectiveFrom === date &&
    toLocalDate(timeZone, new Date(setAt)) === date &&
    new Date(setAt) > new Date(at);
  return (
    positions.findLast((held) => held.effectiveFrom <= date && !cameAfter(held))?.position ?? 'NO_POSITION'
  );
}

/** What a vote is against a position; nothing where the position takes no side. */
export function markVote(position: BillPosition, voteType: VoteType): Mark | undefined {
  if (position !== 'SUPPORT' && position !== 'OPPOSE') return undefined;
  if (voteType === 'nv' || voteType === 'abs') return 'missed';
  return (voteType === 'yea') === (position === 'SUPPORT') ? 'agreed' : 'disagreed';
}

/** A bill with what its votes are judged by. */
export interface ScoredBill {
  readonly billId: string;
  readonly billNumber: string;
  readonly timeZone: string;
  readonly positions: readonly HeldPosition[];
  readonly rollCalls: readonly (RollCall & { readonly number: number })[];
}

/** A vote with its mark. */
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
  /** The person of the directory, where it is known who voted. */
  readonly personId?: string | undefined;
  readonly name: string;
  readonly votes: readonly MarkedVote[];
}

/** Why a roll call does not count. */
export const exclusionReasons = ['noSideHeld', 'notOnTheBill', 'votesUnknown'] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/**
 * Why a roll call on a bill does not count, if it does not. Votes on amendments and procedure say nothing of the bill; a
 * source that does not tell means the bill.
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

/** The votes of every official on bills, each against the position held then; by name. */
export function buildScorecard(bills: readonly ScoredBill[]): OfficialScore[] {
  const officials = new Map<string, { name: string; personId: string | undefined; votes: MarkedVote[] }>();
  for (const bill of bills) {
    const { billId, billNumber, timeZone, positions } = bill;
    for (const rollCall of bill.rollCalls.filter((one) => findExclusionReason(bill, one) === undefined)) {
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

/** How many votes have a mark. */
export const countMarks = ({ votes }: Pick<OfficialScore, 'votes'>, mark: Mark): number =>
  votes.filter((vote) => vote.mark === mark).length;

/** Agreed votes of those taken, in percent to one decimal; undefined for who took none. Missed votes are no disagreement. */
export function computeScore(official: Pick<OfficialScore, 'votes'>): number | undefined {
  const [agreed, disagreed] = [countMarks(official, 'agreed'), countMarks(official, 'disagreed')];
  return agreed + disagreed === 0 ? undefined : Math.round((1000 * agreed) / (agreed + disagreed)) / 10;
}
