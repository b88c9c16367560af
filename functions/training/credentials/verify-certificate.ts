// GET /api/v1/Public/Verify/{tenantCode}/{certificateNumber}
import { tenantByCode } from '../../../shared/auth/tenant-by-code.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { defaultPaper } from '../../../shared/pdf/document.ts';
import { certificationByNumber } from './certificate-number.ts';
import { verifyCertificate } from './contract.ts';
import { presentVerification, type VerificationView } from './verification.ts';
import { pageHeaders, renderVerificationPage } from './verification-page.ts';

/** A browser says that it takes HTML; whoever takes anything gets JSON. */
const acceptsHtml = (accept = ''): boolean => /\btext\/html\b/i.test(accept);

export const handler = lambda(verifyCertificate, async ({ params, platform, receivedAt, request }) => {
  const named = await tenantByCode(platform, params.tenantCode);
  const found = named && (await certificationByNumber(named.tenant, params.certificateNumber));
  const answer = (): VerificationView => {
    const issuer = named?.settings.name;
    if (!named || !found)
      return { status: 'Unknown', certificateNumber: params.certificateNumber.slice(0, 64), issuer };
    const { name, timeZone, clockOffsetSeconds } = named.settings;
    const now = new Date(receivedAt.getTime() + clockOffsetSeconds * 1000);
    return presentVerification(found, name, toLocalDate(timeZone, now));
  };
  const shown = answer();
  if (acceptsHtml(request.headers.accept))
    return ok(renderVerificationPage(shown, defaultPaper(named?.settings.timeZone ?? 'UTC')), {
      headers: pageHeaders,
    });
  return ok(shown, { headers: { Vary: 'Accept', 'X-Robots-Tag': 'noindex' } });
});
