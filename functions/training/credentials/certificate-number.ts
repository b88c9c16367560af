// Finds a certification by its certificate number as a person typed it.
import type { TenantStore } from '../../../shared/data/store.ts';
import { parseRecordNumber } from '../record-numbers.ts';
import {
  type CertificationItem,
  certificateNumberKey,
  certificationKey,
} from '../records/training-record/certification.ts';

/** The certification with this number, if there is one. Two reads; none when the text can't be a number. */
export async function certificationByNumber(
  tenant: TenantStore,
  typed: string,
): Promise<CertificationItem | undefined> {
  const number = parseRecordNumber(typed, 'certificate');
  const pointer = number === undefined ? undefined : await tenant.get(certificateNumberKey(tenant, number));
  return pointer && tenant.get(certificationKey(tenant, pointer.personId, pointer.certificationId));
}
