// GET /api/v1/Public/Credentials/{tenantCode}/Achievements/{awardId}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { awardById } from '../awards/record/award-record.ts';
import { getAchievement } from './contract.ts';
import { requireIssuer } from './open-badge/issuer.ts';
import { buildAchievement } from './open-badge/open-badge.ts';

export const handler = lambda(getAchievement, async ({ params, platform, url }) => {
  const { tenant, issuer } = await requireIssuer(platform, params.tenantCode, url);
  const award = await awardById(tenant, params.awardId.toLowerCase());
  if (!award) throw notFound('achievement', params.awardId.slice(0, 60));
  return ok(buildAchievement(award, issuer));
});
