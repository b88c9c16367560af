// Presents certifications.
import { showByName } from '../../../../shared/auth/accounts/user-name.ts';
import { pick } from '../../../../shared/values/pick.ts';
import type { CertificationItem } from './certification.ts';
import { computeStatus } from './certification-status.ts';

/** A certification with its status on a day, without the rules it was evaluated by. */
export const presentCertification = (certification: CertificationItem, today: string) => ({
  ...pick(certification, ['id', 'awardId', 'awardName', 'personId', 'personName', 'certificateNumber']),
  standing: computeStatus(certification, today),
  ...pick(certification, ['awardedDate', 'validFrom', 'validThrough', 'graceThrough']),
  ...pick(certification, ['renews', 'renewedBy', 'revokedDate', 'revocationReason']),
});

/** A certification with the rules it was evaluated by. */
export const presentCertificationDetail = (certification: CertificationItem, today: string) => ({
  ...presentCertification(certification, today),
  ...pick(certification, [
    'awardedBy',
    'carriedOver',
    'overrideReason',
    'rules',
    'createdDate',
    'modifiedDate',
  ]),
  override: certification.override && {
    ...showByName(certification.override),
    waived: [...certification.override.waived],
  },
  formerCertificates: [...(certification.formerCertificates ?? [])],
  renewalRules: certification.renewalRules,
  reevaluations: (certification.reevaluations ?? [])
    .map(showByName)
    .map(({ rules, by, byName, missing, before, after }) => ({
      ...{ reevaluatedAt: rules.judgedAt, by, byName, missing, before, after, rules },
    })),
});
