// GET /api/v1/Public/Verify/{tenantCode}/{certificateNumber}
import { tenantByCode } from '../../../shared/auth/access/tenant-by-code.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { chooseLanguage } from '../../../shared/languages/choose-language.ts';
import { getTenantLanguage } from '../../../shared/languages/languages.ts';
import { followMerges } from '../../../shared/merges/follow-merges.ts';
import { defaultPaper } from '../../../shared/pdf/document.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { certificationByNumber } from './certificate/certificate-number.ts';
import { verifyCertificate } from './contract.ts';
import { presentVerification, type VerificationView } from './verification.ts';
import { pageHeaders, renderVerificationPage } from './verification-page.ts';

/** A browser accepts HTML explicitly; clients that accept anything get JSON. */
const acceptsHtml = (accept = ''): boolean => /\btext\/html\b/i.test(accept);

export const handler = lambda(verifyCertificate, async ({ params, query, platform, receivedAt, request }) => {
  const tenantMatch = await tenantByCode(platform, params.tenantCode);
  const found =
    tenantMatch && (await certificationByNumber(followMerges(tenantMatch.tenant), params.certificateNumber));
  const verify = (): VerificationView => {
    const issuer = tenantMatch?.settings.name;
    if (!tenantMatch || !found)
      return { status: 'Unknown', certificateNumber: params.certificateNumber.slice(0, 64), issuer };
    const { name, timeZone, clockOffsetSeconds } = tenantMatch.settings;
    const now = new Date(receivedAt.getTime() + clockOffsetSeconds * 1000);
    return presentVerification(found.certification, found.number, name, toLocalDate(timeZone, now));
  };
  const verification = verify();
  if (acceptsHtml(request.headers.accept)) {
    const tenantLanguage = getTenantLanguage(tenantMatch?.settings ?? {});
    const language = query.language ?? chooseLanguage(request.headers, '', tenantLanguage);
    const paper = defaultPaper(tenantMatch?.settings.timeZone ?? 'UTC');
    return ok(renderVerificationPage(verification, paper, language), {
      headers: { ...pageHeaders, 'Content-Language': language },
    });
  }
  return ok(verification, { headers: { Vary: 'Accept', 'X-Robots-Tag': 'noindex' } });
});
