// Finds a certification by its certificate number as a person typed it.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { parseRecordNumber } from '../../record-numbers.ts';
import {
  type CertificationItem,
  certificateNumberKey,
  certificationById,
  certificationKey,
} from '../../records/training-record/certification.ts';

/**
 * The certification that has or had a certificate with this number, and the number as it is printed, if there is one. Two
 * reads, or four after an undone merge; none when the text can't be a number.
 */
export async function certificationByNumber(
  tenant: TenantStore,
  typed: string,
): Promise<{ readonly certification: CertificationItem; readonly number: string } | undefined> {
  const number = parseRecordNumber(typed, 'certificate');
  if (number === undefined) return undefined;
  const pointer = await tenant.get(certificateNumberKey(tenant, number));
  const { personId, certificationId } = pointer ?? {};
  if (personId === undefined || certificationId === undefined) return undefined;
  // An undone merge gives a certification back, and not the number that it got since.
  const certification =
    (await tenant.get(certificationKey(tenant, personId, certificationId))) ??
    (await certificationById(tenant, certificationId));
  return certification && { certification, number };
}
