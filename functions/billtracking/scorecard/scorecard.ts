// How officials voted, against the position that was held when they voted (domain.md 1D, "none has" 4).

import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import { dayIn } from '../../../shared/directory/today.ts';
import type { BillPosition, HeldPosition, RollCall, Vote, VoteType } from '../bills/bill.ts';

/** What a vote is against the position held. */
export type Mark = 'agreed' | 'disagreed' | 'missed';

/**
 * The position that was held when a vote was taken: it had taken effect by that day, and somebody had set it before. A
 * position that is set after the vote does not count, whatever day it is said to hold from. Where only the day of the vote
 * is known, one set on that day may have come after it, and does not count either.
 *
 * @param timeZone of the state: days of votes are its own
 */
export function positionHeldAt(
  positions: readonly HeldPosition[],
  { date, at }: Pick<RollCall, 'date' | 'at'>,
  timeZone: string,
): BillPosition {
  const wasSet = ({ setAt }: HeldPosition): boolean =>
    at === undefined ? dayIn(timeZone, new Date(setAt)) < date : new Date(setAt) < new Date(at);
  return positions.findLast((held) => held.effectiveFrom <= date && wasSet(held))?.position ?? 'NO_POSITION';
}

/** What a vote is against a position; nothing where the position takes no side. */
export function markOf(position: BillPosition, voteType: VoteType): Mark | undefined {
  if (position !== 'SUPPORT' && position !== 'OPPOSE') return undefined;
  if (voteType === 'nv' || voteType === 'abs') return 'missed';
  return (voteType === 'yea') === (position === 'SUPPORT') ? 'agreed' : 'disagreed';
}

/** A bill with what its votes are judged by. */
export interface JudgedBill {
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

/** Votes on amendments and procedure say nothing of the bill; a source that does not tell means the bill. */
const isOnBill = ({ motion = 'passage' }: RollCall): boolean => motion === 'passage';

const officialOf = ({ personId, name }: Vote): string => personId ?? `name#${foldForSort(name)}`;

/** The votes of every official on bills, each against the position held then; by name. */
export function scorecard(bills: readonly JudgedBill[]): OfficialScore[] {
  const officials = new Map<string, { name: string; personId: string | undefined; votes: MarkedVote[] }>();
  for (const { billId, billNumber, timeZone, positions, rollCalls } of bills)
    for (const rollCall of rollCalls.filter(isOnBill)) {
      const position = positionHeldAt(positions, rollCall, timeZone);
      for (const vote of rollCall.votes) {
        const mark = markOf(position, vote.voteType);
        if (mark === undefined) continue;
        const official = officials.get(officialOf(vote)) ?? {
          name: vote.name,
          personId: vote.personId,
          votes: [],
        };
        official.votes.push({ billId, billNumber, rollCall, position, voteType: vote.voteType, mark });
        officials.set(officialOf(vote), official);
      }
    }
  return [...officials.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || ((a.personId ?? '') < (b.personId ?? '') ? -1 : 1),
  );
}

/** How many votes have a mark. */
export const countOf = ({ votes }: Pick<OfficialScore, 'votes'>, mark: Mark): number =>
  votes.filter((vote) => vote.mark === mark).length;

/** Agreed votes of those taken, in percent to one decimal; undefined for who took none. Missed votes are no disagreement. */
export function scoreOf(official: Pick<OfficialScore, 'votes'>): number | undefined {
  const [agreed, disagreed] = [countOf(official, 'agreed'), countOf(official, 'disagreed')];
  return agreed + disagreed === 0 ? undefined : Math.round((1000 * agreed) / (agreed + disagreed)) / 10;
}
