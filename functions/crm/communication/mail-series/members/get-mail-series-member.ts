// GET /api/v1/MailSeries/{id}/Members/{personId}
import { recipientKey } from '../../../../../shared/broadcasts/recipients.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { requireSeries } from '../../../../../shared/mail-series/series.ts';
import { seriesMemberKey } from '../../../../../shared/mail-series-members/member.ts';
import { requirePerson } from '../../../people/write-person.ts';
import { presentRecipient } from '../../broadcasts/recipients/present.ts';
import { loadSteps } from '../present.ts';
import { getMailSeriesMember } from './contract.ts';
import { presentMember } from './present.ts';

export const handler = lambda(getMailSeriesMember, async ({ tenant, params }) => {
  const [series, person] = await Promise.all([
    requireSeries(tenant, params.id),
    requirePerson(tenant, params.personId),
  ]);
  const [member, broadcasts, recipients] = await Promise.all([
    tenant.get(seriesMemberKey(tenant, series.id, person.id), { consistent: true }),
    loadSteps(tenant, series),
    tenant.getMany(
      series.steps.map(({ id }) => recipientKey(tenant, id, person.id)),
      { consistent: true },
    ),
  ]);
  const steps = broadcasts.map((broadcast) => ({
    ...presentRecipient(
      broadcast,
      person.id,
      person,
      recipients.find((each) => each?.broadcastId === broadcast.id),
    ),
    ...{ stepId: broadcast.id, name: broadcast.name },
  }));
  return ok({ ...presentMember(person.id, person, member), steps }, { isComposed: true });
});
