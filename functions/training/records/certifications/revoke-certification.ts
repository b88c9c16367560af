// POST /api/v1/Certifications/{id}/Revoke
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { awardById } from '../../awards/record/award-record.ts';
import { addHeldCertifications } from '../../awards/store.ts';
import { presentCertificationDetail } from '../training-record/present-certification.ts';
import { applyRevocation } from './awarding.ts';
import { revokeCertification } from './contract.ts';
import { notifyHolder } from './notification-messages.ts';
import { buildRevocationChanges } from './status-list.ts';
import { replaceCertification, requireCertification, undoRenewal } from './store.ts';

export const handler = lambda(
  revokeCertification,
  async ({ params, body, tenant, settings, caller, now, ifMatch }) => {
    const today = toLocalDate(settings.timeZone, now);
    const before = await requireCertification(tenant, params.id);
    const after = applyRevocation(before, { by: caller.subject, reason: body.reason, today, now });
    // Holders prevent the removal of an award; an award removed before holders were counted no longer exists here.
    const award = await awardById(tenant, before.awardId, { consistent: true });
    return write(
      [
        replaceCertification(tenant, before, after, ifMatch),
        ...(award ? [addHeldCertifications(tenant, award.id, -1)] : []),
        ...(await undoRenewal(tenant, after, settings.timeZone, now)),
        ...buildRevocationChanges(tenant, after),
        notifyHolder(tenant, 'certificationRevoked', after, now),
      ],
      ok(presentCertificationDetail(after, today), { version: after.version }),
    );
  },
);
