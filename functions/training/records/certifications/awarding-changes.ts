// Everything that giving a certification changes, for one transaction: the certification, its timers, what its holder is
// told, the registration that led to it, and that the rules are still those it was judged by.
import { type Change, check, ifAbsent, ifVersion, update } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { AwardItem } from '../../awards/award.ts';
import { buildAwardRegistration, changeStatus } from '../../awards/registration/award-registration.ts';
import { liveDelta, putAwardRegistration } from '../../awards/registration/store.ts';
import { awardKey } from '../../awards/store.ts';
import { type CurriculumItem, curriculumKey } from '../../courses/curriculum.ts';
import type { AwardRegistrationItem, CertificationItem } from '../certification.ts';
import { notifyHolder } from './notification-messages.ts';
import { insertCertification } from './store.ts';
import { setCertificationTimers } from './timers.ts';

/** What a certification was judged from, as it was read. */
interface EvaluatedRecords {
  readonly award: AwardItem;
  readonly curriculum: CurriculumItem | undefined;
  readonly registration: AwardRegistrationItem | undefined;
}

/** When and where it is given. */
interface AwardingContext {
  readonly reminderDays: readonly number[];
  /** The tenant's. */
  readonly timeZone: string;
  readonly newId: () => string;
  readonly now: Date;
}

/**
 * The registration once its award is given. Every holder has one, so that those who hold an award are found by it: who
 * was awarded without a registration is given one.
 */
function buildAwardedRegistration(
  { award, registration }: EvaluatedRecords,
  { personId, personName, awardedBy, awardedDate }: CertificationItem,
  { newId, now }: AwardingContext,
): AwardRegistrationItem {
  if (registration?.status === 'Active' || registration?.status === 'PendingApproval')
    return changeStatus(registration, 'Awarded', awardedBy, undefined, now);
  const registering = {
    ...{ id: newId(), personId, personName, registrationType: 'Admin' as const },
    ...{ justification: undefined, registeredBy: awardedBy, registeredDate: awardedDate },
  };
  return buildAwardRegistration(award, registering, 'Awarded', registration, now);
}

/** A renewal leaves the registration that led to the award as it is. */
const keepsRegistration = ({ registration }: EvaluatedRecords, { renews }: CertificationItem): boolean =>
  renews !== undefined && registration?.status === 'Awarded';

/** The award counts the certification in and the registration out, only in the version that was judged by. */
const updateAwardCounts = (
  tenant: TenantStore,
  { award, registration }: EvaluatedRecords,
  after: AwardRegistrationItem,
): Change =>
  update(
    awardKey(tenant, award.id),
    { add: { heldCertifications: 1, activeRegistrations: liveDelta(registration, after) } },
    { condition: ifVersion(award.version), otherwise: 'decide again' },
  );

/** Gives a certification. A change of the award or its curriculum meanwhile has the rule decide again. */
export function buildAwardingChanges(
  tenant: TenantStore,
  certification: CertificationItem,
  from: EvaluatedRecords,
  occasion: AwardingContext,
): Change[] {
  const { award, curriculum, registration } = from;
  const { reminderDays, timeZone, now } = occasion;
  const awarded =
    registration && keepsRegistration(from, certification)
      ? registration
      : buildAwardedRegistration(from, certification, occasion);
  return [
    ...insertCertification(tenant, certification),
    ...(awarded === registration ? [] : putAwardRegistration(tenant, registration, awarded)),
    updateAwardCounts(tenant, from, awarded),
    check(
      curriculumKey(tenant, award.id),
      curriculum ? ifVersion(curriculum.version) : ifAbsent,
      'decide again',
    ),
    ...setCertificationTimers(tenant, certification, reminderDays, timeZone, now),
    notifyHolder(tenant, 'certificationAwarded', certification, now),
  ];
}
