// GET /api/v1/Public/Credentials/{tenantCode}/Issuer
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getIssuerProfile } from './contract.ts';
import { requireIssuer } from './open-badge/issuer.ts';
import { buildIssuerProfile } from './open-badge/open-badge.ts';

export const handler = lambda(getIssuerProfile, async ({ params, platform, url }) => {
  const { issuer } = await requireIssuer(platform, params.tenantCode, url);
  return ok(buildIssuerProfile(issuer));
});
