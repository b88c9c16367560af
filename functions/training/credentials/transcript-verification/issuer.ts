// The issuer whose transcripts a page verifies.
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { loadIssuerKeyItem } from '../../../../shared/credentials/issuer-key.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';

/** The tenant with its key; undefined for an unknown tenant, and one that has issued nothing. Two reads. */
export async function findTranscriptIssuer(platform: PlatformStore, tenantCode: string) {
  const found = await tenantByCode(platform, tenantCode);
  const key = found && (await loadIssuerKeyItem(found.tenant));
  return found && key && { ...found, did: key.did };
}

export type TranscriptIssuer = NonNullable<Awaited<ReturnType<typeof findTranscriptIssuer>>>;
