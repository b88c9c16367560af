// All changes of awarding a certification, for one transaction: the certification, its timers, the notification of its
// holder, the award registration, and the check that the rules are still those it was evaluated by.

import { type Change, check, ifAbsent, ifVersion, update } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { fromMinorUnits, toMinorUnits } from '../../../../../shared/money/currency.ts';
import { type AwardItem, awardKey } from '../../../awards/record/award-record.ts';
import { type CurriculumItem, curriculumKey } from '../../../awards/record/curriculum-record.ts';
import { buildAwardRegistration, changeStatus } from '../../../awards/registration/award-registration.ts';
import { liveDelta, putAwardRegistration } from '../../../awards/registration/store.ts';
import { buildPrice, type TaxTerms } from '../../../prices/price.ts';
import type { AwardRegistrationItem, CertificationItem } from '../../training-record/certification.ts';
import { notifyHolder } from './notification-messages.ts';
import { insertCertification } from './store.ts';
import { setCertificationTimers } from './timers.ts';

/** The records that a certification was evaluated from, as they were read. */
interface EvaluatedRecords {
  readonly award: AwardItem;
  readonly curriculum: CurriculumItem | undefined;
  readonly registration: AwardRegistrationItem | undefined;
}

/** The settings and the time that awarding depends on. */
interface AwardingContext {
  /** The tenant's, in which the award's price is charged to a holder who was not registered. */
  readonly currency: string;
  /** Of the price; undefined for no tax. */
  readonly tax: TaxTerms | undefined;
  readonly reminderDays: readonly number[];
  /** The tenant's. */
  readonly timeZone: string;
  readonly newId: () => string;
  readonly now: Date;
}

/**
 * The award registration after awarding. Every holder has one, because holders are found by it: a person who was
 * awarded without a registration gets one.
 */
function buildAwardedRegistration(
  { award, registration }: EvaluatedRecords,
  { personId, personName, awardedBy, awardedDate }: CertificationItem,
  { currency, tax, newId, now }: AwardingContext,
): AwardRegistrationItem {
  if (registration?.status === 'Active' || registration?.status === 'PendingApproval')
    return changeStatus(registration, 'Awarded', awardedBy, undefined, now);
  const input = {
    ...{ id: newId(), personId, personName, registrationType: 'Admin' as const },
    ...{ justification: undefined, registeredBy: awardedBy, registeredDate: awardedDate },
  };
  const price = buildPrice(toMinorUnits(award.price ?? 0, currency), currency, undefined, tax);
  const charged = { ...award, price: fromMinorUnits(price.total, currency) };
  return buildAwardRegistration(charged, { ...input, price }, 'Awarded', registration, now, currency);
}

/** A renewal does not change the registration that led to the award. */
const keepsRegistration = ({ registration }: EvaluatedRecords, { renews }: CertificationItem): boolean =>
  renews !== undefined && registration?.status === 'Awarded';

/**
 * Adds the certification and removes the registration in the counts of the award, only in the version that was
 * evaluated.
 */
const updateAwardCounts = (
  tenant: TenantStore,
  { award, registration }: EvaluatedRecords,
  after: AwardRegistrationItem,
): Change =>
  update(
    awardKey(tenant, award.id),
    { add: { heldCertifications: 1, activeRegistrations: liveDelta(registration, after) } },
    { condition: ifVersion(award.version), onConflict: 'retry' },
  );

/** Awards a certification. If the award or its curriculum was changed since, the request is retried. */
export function buildAwardingChanges(
  tenant: TenantStore,
  certification: CertificationItem,
  records: EvaluatedRecords,
  context: AwardingContext,
): Change[] {
  const { award, curriculum, registration } = records;
  const { reminderDays, timeZone, now } = context;
  const awarded =
    registration && keepsRegistration(records, certification)
      ? registration
      : buildAwardedRegistration(records, certification, context);
  return [
    ...insertCertification(tenant, certification),
    ...(awarded === registration ? [] : putAwardRegistration(tenant, registration, awarded)),
    updateAwardCounts(tenant, records, awarded),
    check(curriculumKey(tenant, award.id), curriculum ? ifVersion(curriculum.version) : ifAbsent, 'retry'),
    ...setCertificationTimers(tenant, certification, reminderDays, timeZone, now),
    notifyHolder(tenant, 'certificationAwarded', certification, now),
  ];
}
