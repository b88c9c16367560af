// GET /api/v1/committee/{committeeId}/Quorum
import { presentQuorum } from '../../../../shared/directory/committees/committee.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { requireSeats, todayOf } from '../members/seats.ts';
import { getCommitteeQuorum } from './contract.ts';
import { countRequired, listVoters } from './quorum.ts';

export const handler = lambda(getCommitteeQuorum, async (context) => {
  const { committee, memberships, definitions } = await requireSeats(
    context.tenant,
    context.params.committeeId,
  );
  const { date = todayOf(context), present } = context.query;
  const votingMembers = listVoters(memberships, definitions.positions, date).length;
  const required = countRequired(votingMembers, committee.quorum);
  return ok({
    date,
    votingMembers,
    required,
    rule: presentQuorum(committee.quorum),
    isMet: present === undefined ? null : present >= required,
  });
});
