// DELETE /api/v1/MailSeries/{id}/Members/{personId}
import { conflict, notFound } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../../shared/http/reply.ts';
import { requireSeries } from '../../../../../shared/mail-series/series.ts';
import { saveMember, seriesMemberKey } from '../../../../../shared/mail-series-members/member.ts';
import { leave } from '../run/leave.ts';
import { removeMailSeriesMember } from './contract.ts';

export const handler = lambda(removeMailSeriesMember, async ({ tenant, params, receivedAt }) => {
  const series = await requireSeries(tenant, params.id);
  const member = await tenant.get(seriesMemberKey(tenant, series.id, params.personId), { consistent: true });
  if (!member) throw notFound('member of the series', params.personId, 'personId');
  if (member.status !== 'waiting') throw conflict(`The person gets no further mail of ${series.name}.`);
  return write([saveMember(tenant, member, leave(member, 'by-request', receivedAt))], noContent());
});
