// GET /api/v1/Certifications/{id}/Certificate.pdf
import { isSelf } from '../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { file } from '../../../shared/http/reply.ts';
import { chooseLanguage } from '../../../shared/languages/choose-language.ts';
import { getTenantLanguage } from '../../../shared/languages/languages.ts';
import { buildCertificateView } from './certificate/certificate-view.ts';
import { renderCertificate } from './certificate/render-certificates.ts';
import { getCertificatePdf } from './contract.ts';
import { loadDesign } from './design/design.ts';
import { assertIssuable, requireReadableCertification } from './readable-certification.ts';

export const handler = lambda(
  getCertificatePdf,
  async ({ params, query, tenant, settings, caller, url, request }) => {
    const certification = await requireReadableCertification(tenant, params.id, caller);
    assertIssuable(certification);
    const own = getTenantLanguage(settings);
    // What the browser of an office asks for is not the holder's language.
    const isHolder = isSelf(caller, certification.personId);
    const language = query.language ?? (isHolder ? chooseLanguage(request.headers, '', own) : own);
    const view = buildCertificateView(certification, settings, url, language);
    return file(await renderCertificate(view, await loadDesign(tenant)), {
      contentType: 'application/pdf',
      fileName: `${certification.awardName} - ${certification.personName}.pdf`,
      inline: true,
    });
  },
);
