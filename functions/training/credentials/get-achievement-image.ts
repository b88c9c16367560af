// GET /api/v1/Public/Credentials/{tenantCode}/Achievements/{awardId}/Image
import { tenantByCode } from '../../../shared/auth/access/tenant-by-code.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { file } from '../../../shared/http/reply.ts';
import { awardById } from '../awards/record/award-record.ts';
import { getAchievementImage } from './contract.ts';
import { badgeHeaders, renderBadge } from './design/badge-image.ts';
import { loadDesign } from './design/design.ts';

export const handler = lambda(getAchievementImage, async ({ params, platform }) => {
  const found = await tenantByCode(platform, params.tenantCode);
  const [award, design] = found
    ? await Promise.all([awardById(found.tenant, params.awardId.toLowerCase()), loadDesign(found.tenant)])
    : [];
  if (!found || !award || !design) throw notFound('achievement', params.awardId.slice(0, 60));
  const { name: issuer, branding } = found.settings;
  const badge = renderBadge({
    ...{ award: award.name, issuer, color: branding?.color, logo: design.pictures.logo },
  });
  return file(new TextEncoder().encode(badge), {
    contentType: 'image/svg+xml',
    fileName: `${award.name}.svg`,
    inline: true,
    headers: { ...badgeHeaders, 'Cache-Control': 'public, max-age=3600' },
  });
});
