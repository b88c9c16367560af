// GET /api/v1/Certifications/{id}/Certificate.pdf
import { lambda } from '../../../shared/http/lambda.ts';
import { file } from '../../../shared/http/reply.ts';
import { buildCertificateView } from './certificate-view.ts';
import { getCertificatePdf } from './contract.ts';
import { loadDesign } from './design/design.ts';
import { assertIssuable, requireReadableCertification } from './readable-certification.ts';
import { renderCertificate } from './render-certificates.ts';

export const handler = lambda(getCertificatePdf, async ({ params, tenant, settings, caller, url }) => {
  const certification = await requireReadableCertification(tenant, params.id, caller);
  assertIssuable(certification);
  const view = buildCertificateView(certification, settings, url);
  return file(await renderCertificate(view, await loadDesign(tenant)), {
    contentType: 'application/pdf',
    fileName: `${certification.awardName} - ${certification.personName}.pdf`,
    inline: true,
  });
});
