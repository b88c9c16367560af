// POST /api/v1/committee/{committeeId}/members/{membershipId}/End
import { omitUndefined } from '../../../../shared/directory/omit-undefined.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { endCommitteeMember } from './contract.ts';
import { todayOf } from './seats.ts';
import { assertVacant, buildVacancyAfter, writeVacancy } from './vacancy.ts';
import { changeMember } from './write-member.ts';

export const handler = lambda(endCommitteeMember, (context) => {
  const { tenant, now, body, newId } = context;
  const endDate = body.endDate ?? todayOf(context);
  const input = { endDate, endReason: body.reason };
  return changeMember(context, context.params, input, async (member, seats) => {
    if (!body.opensVacancy) return [];
    const id = newId();
    const content = {
      ...buildVacancyAfter({ ...member, endDate }, seats),
      ...omitUndefined({ reason: body.reason ?? undefined, fillBy: body.fillBy ?? undefined }),
    };
    await assertVacant(tenant, { id, content }, seats);
    return [writeVacancy(tenant, { before: undefined, id, content, now }).change];
  });
});
