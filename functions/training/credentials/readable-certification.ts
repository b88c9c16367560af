// Loads the certification of a request, for callers who may see it.
import type { Caller } from '../../../shared/auth/access/access.ts';
import { assertMayActFor } from '../../../shared/auth/access/person-access.ts';
import { ERASED_NAME } from '../../../shared/data/erased-ids.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { conflict, notFound } from '../../../shared/errors/failure.ts';
import { type CertificationItem, certificationById } from '../records/training-record/certification.ts';

/**
 * The certification with this id. Two reads.
 * @throws Failure 404 when it does not exist, 403 when it is another person's and the caller may not read credits
 */
export async function requireReadableCertification(
  tenant: TenantStore,
  id: string,
  caller: Caller,
): Promise<CertificationItem> {
  const certification = await certificationById(tenant, id);
  if (!certification) throw notFound('certification', id);
  assertMayActFor(caller, certification.personId, 'training.credits.read');
  return certification;
}

/**
 * A revoked certification is issued in no form; copies from before are verified as revoked. Neither is one whose holder
 * was erased: what is kept of it names nobody.
 * @throws Failure 409
 */
export function assertIssuable({ revokedDate, personName }: CertificationItem): void {
  if (personName === ERASED_NAME)
    throw conflict(
      'The data of the holder was erased; the certification has no certificate and no credential.',
    );
  if (revokedDate === undefined) return;
  throw conflict(
    `This certification was revoked on ${revokedDate}; a revoked certification has no certificate and no credential.`,
  );
}
