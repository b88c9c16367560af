// GET /api/v1/Links/Certificate/{tenantCode}/{token}

import { renderPage, unknownLinkPage } from '../../../shared/pages/page.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { buildLinkPath } from '../notifications/action-link.ts';
import { describeCertificate, loadLinkedCertification } from './certificate-page.ts';
import { getCertificatePage } from './contract.ts';
import { openLink, renderClosedLink, renderLinkPage } from './open-link.ts';

export const handler = pageLambda(getCertificatePage, async (request) => {
  const state = await openLink('certificate', request);
  if (state.kind !== 'open') return renderClosedLink(state);
  const { link } = state;
  const certification = await loadLinkedCertification(link);
  if (!certification) return renderPage(unknownLinkPage);
  const path = buildLinkPath(link.tenant, 'certificate', request.params.token);
  return renderLinkPage(
    link,
    describeCertificate(link, certification, request.url(`${path}/Certificate.pdf`)),
  );
});
