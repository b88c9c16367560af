// POST /api/v1/Settings/Certificates/Preview

import { lambda } from '../../../../shared/http/lambda.ts';
import { file } from '../../../../shared/http/reply.ts';
import { getTenantLanguage } from '../../../../shared/languages/languages.ts';
import { defaultPaper } from '../../../../shared/pdf/document.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { renderCertificate } from '../../credentials/certificate/render-certificates.ts';
import { badgeHeaders, renderBadge } from '../../credentials/design/badge-image.ts';
import { loadDesign } from '../../credentials/design/design.ts';
import { verificationPath } from '../../credentials/open-badge/paths.ts';
import { applyDesignInput } from './apply-input.ts';
import { previewCertificate } from './contract.ts';

/** The invented certification. */
const holder = 'Grace Whitehorse';
const award = 'Certified County Commissioner';
const certificateNumber = '0000-0000-0000';

export const handler = lambda(previewCertificate, async ({ tenant, settings, query, body, now, url }) => {
  const design = await applyDesignInput(await loadDesign(tenant), body, now);
  const { name: issuer, timeZone } = settings;
  if (query.as === 'badge') {
    const badge = renderBadge({ award, issuer, color: settings.branding?.color, logo: design.pictures.logo });
    return file(new TextEncoder().encode(badge), {
      contentType: 'image/svg+xml',
      fileName: 'Badge.svg',
      inline: true,
      headers: badgeHeaders,
    });
  }
  const today = toLocalDate(timeZone, now);
  const view = {
    ...{ issuer, holder, award, certificateNumber, awardedDate: today, validFrom: today },
    verificationUrl: url(verificationPath(settings.id, certificateNumber)),
    paper: defaultPaper(timeZone),
    language: query.language ?? getTenantLanguage(settings),
    credits: 24,
  };
  return file(await renderCertificate(view, design), {
    contentType: 'application/pdf',
    fileName: 'Certificate.pdf',
    inline: true,
  });
});
