// Loads the certification of a request, for callers who may see it.
import type { Caller } from '../../../shared/auth/access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { conflict, notFound } from '../../../shared/errors/failure.ts';
import { assertMayActFor } from '../person-access.ts';
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
 * A revoked certification is issued in no form; copies from before are verified as revoked.
 * @throws Failure 409
 */
export function assertNotRevoked({ revokedDate }: CertificationItem): void {
  if (revokedDate === undefined) return;
  throw conflict(
    `This certification was revoked on ${revokedDate.slice(0, 10)}; a revoked certification has no certificate and no credential.`,
  );
}
