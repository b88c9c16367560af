// DELETE /api/1.0/Advocacy/Champaign/{id}/participants/{personId}
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import {
  lettersOf,
  participationIn,
  removeParticipation,
} from '../../../../shared/directory/officials/campaign-participation.ts';
import { conflict, notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { successReply } from '../../envelopes.ts';
import { requireCampaign } from '../campaigns/store.ts';
import { deleteCampaignParticipation } from './contract.ts';

export const handler = lambda(deleteCampaignParticipation, async ({ params, tenant, ...context }) => {
  const [campaign, participation, letters] = await Promise.all([
    requireCampaign(tenant, params.id),
    participationIn(tenant, params.id, params.personId),
    lettersOf(tenant, params.personId, params.id),
  ]);
  if (!participation)
    throw notFound(`participant of the campaign of ${campaign.templateName}`, params.personId, 'personId');
  if (participation.source !== 'staff')
    throw conflict(
      `The letters were sent by the page of the invitation on ${participation.day}: only what staff recorded can be deleted.`,
      'personId',
    );
  const before = pick(participation, ['campaignId', 'date', 'letters', 'recordedBy']);
  return write(
    [
      ...(await removeParticipation(tenant, participation, letters)),
      auditRecordChange(
        tenant,
        { recordType: 'CampaignParticipation', recordId: params.personId, before, after: undefined },
        context,
      ),
    ],
    successReply({ personId: params.personId }, `The participation of ${participation.day} was deleted.`),
  );
});
