// Summarizes a person's training from their record.
import type { TenantStore } from '../../../shared/data/store.ts';
import type { AwardRegistrationItem, CertificationItem } from '../records/training-record/certification.ts';
import {
  type CompletionItem,
  type CreditItem,
  type RegistrationPointer,
  trainingRecord,
} from '../records/training-record/training-record.ts';
import { isLive, registrationsById } from '../registrations/record/registration.ts';
import { certificationsInForce, creditTotals } from './present.ts';

type RecordItem =
  | RegistrationPointer
  | CreditItem
  | CompletionItem
  | AwardRegistrationItem
  | CertificationItem;

/** The whole record: one query, about 20 entries to a read unit. */
const loadWholeRecord = (tenant: TenantStore, personId: string): Promise<RecordItem[]> =>
  tenant.queryAll(trainingRecord<RecordItem>(tenant, personId));

const ofType = <T extends RecordItem['type']>(items: readonly RecordItem[], type: T) =>
  items.filter((item): item is Extract<RecordItem, { type: T }> => item.type === type);

/**
 * Summarizes a person's training: one query for the record, and one round trip per hundred registrations for their
 * status.
 *
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export async function summarizeTraining(tenant: TenantStore, personId: string, today: string) {
  const record = await loadWholeRecord(tenant, personId);
  const pointers = ofType(record, 'registration-pointer');
  const registrations =
    pointers.length === 0
      ? []
      : await registrationsById(
          tenant,
          pointers.map(({ registrationId }) => registrationId),
        );
  const completions = ofType(record, 'completion').filter(({ voidedDate }) => voidedDate === undefined);
  return {
    liveRegistrations: registrations.filter((registration) => registration && isLive(registration.status))
      .length,
    credits: creditTotals(ofType(record, 'credit')),
    completedCourses: new Set(completions.map(({ courseId }) => courseId)).size,
    awardsInProgress: ofType(record, 'award-registration').filter(({ status }) => status === 'Active').length,
    certifications: certificationsInForce(ofType(record, 'certification'), today),
  };
}
