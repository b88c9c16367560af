// Finds a certification by its certificate number as a person typed it.
import type { TenantStore } from '../../../shared/data/store.ts';
import { parseRecordNumber } from '../record-numbers.ts';
import {
  type CertificationItem,
  certificateNumberKey,
  certificationKey,
} from '../records/training-record/certification.ts';

/**
 * The certification that has or had a certificate with this number, and the number as it is printed, if there is one. Two
 * reads; none when the text can't be a number.
 */
export async function certificationByNumber(
  tenant: TenantStore,
  typed: string,
): Promise<{ readonly certification: CertificationItem; readonly number: string } | undefined> {
  const number = parseRecordNumber(typed, 'certificate');
  if (number === undefined) return undefined;
  const pointer = await tenant.get(certificateNumberKey(tenant, number));
  const certification =
    pointer && (await tenant.get(certificationKey(tenant, pointer.personId, pointer.certificationId)));
  return certification && { certification, number };
}
