// Creates certifications and stores them in the form in which awarding stores them, for tests of credentials.
import { randomUUID } from 'node:crypto';
import { deriveRecordNumber } from '../../../functions/training/record-numbers.ts';
import {
  type CertificationItem,
  type CertificationPointer,
  certificateNumberKey,
  certificationKey,
  certificationPointerKey,
} from '../../../functions/training/records/training-record/certification.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';

let lastStatusIndex = 5000;

/** A certification with default values. */
export function createCertification(parts: Partial<CertificationItem> = {}): CertificationItem {
  const id = randomUUID();
  lastStatusIndex += 1;
  return {
    type: 'certification',
    id,
    personId: randomUUID(),
    personName: 'Åsa Lindqvist',
    awardId: randomUUID(),
    awardName: 'Certified County Clerk',
    awardDescription: 'Records, elections and public meetings.',
    certificateNumber: deriveRecordNumber(id, 'certificate'),
    awardedDate: '2026-03-14',
    validFrom: '2026-03-14',
    validThrough: '2030-03-13',
    awardedBy: 'test',
    rules: {
      awardVersion: 1,
      curriculumVersion: 3,
      curriculum: {
        requiredCourseIds: [randomUUID(), randomUUID()],
        electiveCourseIds: [randomUUID(), randomUUID(), randomUUID()],
        electivesNeeded: 1,
        minimumCredits: [{ creditTypeId: randomUUID(), credits: 24 }],
      },
      graceDays: 30,
      judgedAt: '2026-03-14T17:00:00.000Z',
    },
    statusIndex: lastStatusIndex,
    version: 1,
    createdDate: '2026-03-14T17:00:00.000Z',
    modifiedDate: '2026-03-14T17:00:00.000Z',
    schemaVersion: 1,
    ...parts,
  };
}

/** Stores it with the pointers that find it by id and by number. */
export async function storeCertification(
  tenant: TenantStore,
  item: CertificationItem,
): Promise<CertificationItem> {
  const pointer: CertificationPointer = {
    type: 'certification-pointer',
    certificationId: item.id,
    personId: item.personId,
  };
  await commit([
    put(certificationKey(tenant, item.personId, item.id), item),
    put(certificationPointerKey(tenant, item.id), pointer),
    put(certificateNumberKey(tenant, item.certificateNumber), pointer),
  ]);
  return item;
}
