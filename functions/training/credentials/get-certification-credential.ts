// GET /api/v1/Certifications/{id}/Credential
import { loadOrCreateIssuerKey } from '../../../shared/credentials/issuer-key.ts';
import { signAchievement } from '../../../shared/credentials/sign.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { getCertificationCredential } from './contract.ts';
import { assertIssuable, requireReadableCertification } from './readable-certification.ts';

export const handler = lambda(
  getCertificationCredential,
  async ({ params, tenant, settings, caller, receivedAt, url }) => {
    const certification = await requireReadableCertification(tenant, params.id, caller);
    assertIssuable(certification);
    const { key, changes } = await loadOrCreateIssuerKey(tenant, receivedAt);
    const { name, timeZone } = settings;
    // Imported here with its calendar functions, so that a refused request does not load them.
    const [{ buildCredential }, { selectJudgedAt }] = await Promise.all([
      import('./open-badge/open-badge.ts'),
      import('./open-badge/judgement.ts'),
    ]);
    const credential = buildCredential(certification, {
      did: key.did,
      code: tenant.code,
      name,
      timeZone,
      url,
    });
    return write(changes, ok(await signAchievement(credential, key, selectJudgedAt(certification))));
  },
);
