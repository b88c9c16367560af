// GET /api/1.0/bill/official/{personId}/votes
import { displayName } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { findRemainingIds } from '../../../../shared/merges/former-ids.ts';
import { successReply } from '../../envelopes.ts';
import { listOfficialVotes } from './contract.ts';
import { loadContestedBills, loadScoredBills } from './load-contested-bills.ts';
import { presentVote } from './present.ts';
import { buildScorecard } from './scorecard.ts';

export const handler = lambda(listOfficialVotes, async ({ params, query, tenant }) => {
  const { result = 'disagreed', sessionId } = query;
  const [bills, remaining] = await Promise.all([
    loadContestedBills(tenant, sessionId),
    findRemainingIds(tenant, [params.personId]),
  ]);
  const personId = remaining.get(params.personId) ?? params.personId;
  const [[person], scoredBills] = await Promise.all([
    peopleById(tenant, [personId]),
    loadScoredBills(tenant, bills),
  ]);
  if (!person) throw notFound('person', params.personId, 'personId');
  const votes = buildScorecard(scoredBills)
    .filter((official) => official.personId === personId)
    .flatMap((official) => official.votes)
    .filter(({ mark }) => mark === result)
    .flatMap((vote) => {
      const bill = bills.find(({ id }) => id === vote.billId);
      if (!bill) return [];
      const { title, stateId, sessionName } = bill;
      const sourceUrl = vote.rollCall.sourceUrl ?? bill.sources[0]?.url ?? null;
      return [{ ...presentVote(vote), title, stateId, sessionName, sourceUrl }];
    });
  return successReply(
    { personId, name: displayName(person), votes: votes.toSorted((a, b) => compareTexts(b.date, a.date)) },
    `${votes.length} votes`,
  );
});
