// POST /api/v1/Certifications/{id}/Renew

import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertPersonMayTakePart, requireActiveCaller } from '../../access/acting-people.ts';
import { findTaxRate } from '../../training-settings.ts';
import { loadProgress } from '../progress/load-progress.ts';
import { loadNames } from '../progress/names.ts';
import { computeRenewal } from '../progress/progress.ts';
import { listCountedCredits } from '../progress/requirements/counted-credits.ts';
import { requiredRenewalCredits, selectRenewalRules } from '../progress/requirements/requirements.ts';
import { selectCurrentRules } from '../training-record/certification.ts';
import { presentCertificationDetail } from '../training-record/present-certification.ts';
import { buildCertification, decideRenewal, snapshotRules } from './awarding/awarding.ts';
import { buildAwardingChanges } from './awarding/awarding-changes.ts';
import { parseOverride } from './awarding/override.ts';
import { markRenewed, requireCertification, reserveStatusIndex } from './awarding/store.ts';
import { renewCertification } from './contract.ts';

export const handler = lambda(renewCertification, async (ctx) => {
  const { params, body, tenant, settings: tenantSettings, caller, now, newId, ifMatch, url } = ctx;
  const { timeZone } = tenantSettings;
  const today = toLocalDate(timeZone, now);
  const override = parseOverride(caller, body, now);
  const [before] = await Promise.all([requireCertification(tenant, params.id), requireActiveCaller(ctx)]);
  const renewalRules = selectCurrentRules(before);
  const [evaluated, { statusIndex, change: reservation }, names] = await Promise.all([
    loadProgress(tenant, before, today, { consistent: true }),
    reserveStatusIndex(tenant),
    loadNames(tenant, [renewalRules.curriculum]),
  ]);
  const { award, person, curriculum, record, progress, settings } = evaluated;
  if (!award || !person)
    throw conflict(
      `${award ? before.personName : before.awardName} no longer exists; the certification can't be renewed.`,
    );
  assertPersonMayTakePart(person, today, 'id');
  const { graceDays, renewalOpensDays, reminderDays } = settings.certification;
  const renewal = computeRenewal(before, record, renewalOpensDays, today);
  const { validFrom, waived } = decideRenewal(before, renewal, names, today, override !== undefined);
  const required = requiredRenewalCredits(renewalRules.curriculum);
  const rules = snapshotRules(award, curriculum, graceDays, now, settings.selfReported?.limits);
  const certification = buildCertification({
    ...{ award, person, rules, awardedDate: today, validFrom, by: caller.subject },
    ...{ renews: before.id, renewalRules, statusIndex, newId, now },
    override: override && { ...override, waived },
    countedCreditIds: listCountedCredits(
      required,
      selectRenewalRules(renewalRules.curriculum),
      record,
      today,
    ),
    carriedOver: renewal?.creditRules?.surplus,
  });
  const records = { award, curriculum, registration: progress.registration };
  return write(
    [
      reservation,
      markRenewed(tenant, before, certification.id, now, ifMatch),
      ...buildAwardingChanges(tenant, certification, records, {
        ...{
          reminderDays,
          currency: settings.currency,
          tax: findTaxRate(settings, undefined),
          timeZone,
          newId,
          now,
        },
      }),
    ],
    created(
      presentCertificationDetail(certification, today),
      url(`/api/v1/Certifications/${certification.id}`),
      { version: certification.version },
    ),
  );
});
