// GET /api/v1/Links/Certificate/{tenantCode}/{token}/Certificate.pdf
import { notFound } from '../../../shared/errors/failure.ts';
import { file } from '../../../shared/http/reply.ts';
import { chooseLanguage } from '../../../shared/languages/choose-language.ts';
import { getTenantLanguage } from '../../../shared/languages/languages.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { buildCertificateView } from '../credentials/certificate/certificate-view.ts';
import { renderCertificate } from '../credentials/certificate/render-certificates.ts';
import { loadDesign } from '../credentials/design/design.ts';
import { assertIssuable } from '../credentials/readable-certification.ts';
import { loadLinkedCertification } from './certificate-page.ts';
import { getLinkedCertificatePdf } from './contract.ts';
import { openLink } from './open-link.ts';

export const handler = pageLambda(getLinkedCertificatePdf, async (request) => {
  const state = await openLink('certificate', request);
  const certification = state.kind === 'open' ? await loadLinkedCertification(state.link) : undefined;
  if (state.kind !== 'open' || !certification) throw notFound('certificate', 'of this link');
  assertIssuable(certification);
  const { settings } = state.link;
  const headers = request.request.headers;
  const language = request.query.language ?? chooseLanguage(headers, '', getTenantLanguage(settings));
  const view = buildCertificateView(certification, settings, request.url, language);
  return file(await renderCertificate(view, await loadDesign(state.link.tenant)), {
    contentType: 'application/pdf',
    fileName: `${certification.awardName} - ${certification.personName}.pdf`,
    inline: true,
  });
});
