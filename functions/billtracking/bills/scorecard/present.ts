// A vote with how it compares with the position held, as the interface returns it.
import { chamberName } from '../record/bill.ts';
import { rollCallId } from '../record/store.ts';
import type { MarkedVote } from './scorecard.ts';

export const presentVote = ({ billId, billNumber, rollCall, position, voteType, mark }: MarkedVote) => ({
  billId: Number(billId),
  billNumber,
  rollCallId: rollCallId(billId, rollCall.number),
  date: rollCall.date,
  chamber: chamberName(rollCall.chamber),
  description: rollCall.description,
  position,
  vote: voteType,
  result: mark,
});
