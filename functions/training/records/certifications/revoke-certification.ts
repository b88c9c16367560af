// POST /api/v1/Certifications/{id}/Revoke
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { awardsById } from '../../awards/record/award-record.ts';
import { addHeldCertifications } from '../../awards/store.ts';
import type { CertificationItem } from '../training-record/certification.ts';
import { loadPersonRecord } from '../training-record/person-record.ts';
import { presentCertificationDetail } from '../training-record/present-certification.ts';
import { applyRevocation } from './awarding/awarding.ts';
import { notifyHolder } from './awarding/notification-messages.ts';
import { replaceCertification, requireCertification, undoRenewal } from './awarding/store.ts';
import { revokeCertification } from './contract.ts';
import { assertFewDependents, describeRevocation, findDependents, presentDependent } from './dependents.ts';
import { buildRevocationChanges } from './status-list.ts';

/** The certifications of a person with their awards, as far as these exist. */
async function loadCertifications(tenant: TenantStore, personId: string) {
  const { certifications } = await loadPersonRecord(tenant, personId, { consistent: true });
  const awards = await awardsById(tenant, [...new Set(certifications.map(({ awardId }) => awardId))]);
  return { certifications, prerequisites: new Map(awards.map((award) => [award.id, award.prerequisites])) };
}

/**
 * Fewer holders of each award. Holders prevent the removal of an award; one removed before holders were counted no longer
 * exists.
 */
const countRevoked = (
  tenant: TenantStore,
  revoked: readonly CertificationItem[],
  awards: ReadonlyMap<string, unknown>,
): Change[] =>
  [...Map.groupBy(revoked, ({ awardId }) => awardId)]
    .filter(([awardId]) => awards.has(awardId))
    .map(([awardId, { length }]) => addHeldCertifications(tenant, awardId, -length));

export const handler = lambda(revokeCertification, async (context) => {
  const { params, body, tenant, settings, caller, now, ifMatch } = context;
  const today = toLocalDate(settings.timeZone, now);
  const [before] = await Promise.all([requireCertification(tenant, params.id), requireActiveCaller(context)]);
  const { reason } = body;
  const details = { by: caller.subject, today, now };
  const after = applyRevocation(before, { ...details, reason });
  const { certifications, prerequisites } = await loadCertifications(tenant, before.personId);
  const dependents = findDependents(before, certifications, prerequisites, today);
  const isKept = body.dependents === 'keep';
  const ended = isKept ? [] : dependents;
  assertFewDependents(ended);
  const others = ended.map((dependent) => ({
    before: dependent.certification,
    after: applyRevocation(dependent.certification, {
      ...details,
      reason: describeRevocation(dependent, reason),
    }),
  }));
  const revoked = [after, ...others.map((other) => other.after)];
  return write(
    [
      replaceCertification(tenant, before, after, ifMatch),
      ...others.map((other) => replaceCertification(tenant, other.before, other.after)),
      ...countRevoked(tenant, revoked, prerequisites),
      ...(await undoRenewal(tenant, after, settings.timeZone, now)),
      ...revoked.flatMap((certification) => [
        ...buildRevocationChanges(tenant, certification),
        notifyHolder(tenant, 'certificationRevoked', certification, now),
      ]),
    ],
    ok(
      {
        ...presentCertificationDetail(after, today),
        endedDependents: ended.map((dependent) => presentDependent(dependent, today)),
        keptDependents: isKept ? dependents.map((dependent) => presentDependent(dependent, today)) : [],
      },
      { version: after.version },
    ),
  );
});
