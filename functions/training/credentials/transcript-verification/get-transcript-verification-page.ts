// GET /api/v1/Public/VerifyTranscript/{tenantCode}
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { getTranscriptVerificationPage } from './contract.ts';
import { findTranscriptIssuer } from './issuer.ts';
import { renderTranscriptForm } from './page.ts';
import { readTranscriptTexts } from './texts.ts';

export const handler = pageLambda(getTranscriptVerificationPage, async ({ params, platform, request }) =>
  renderTranscriptForm(
    await findTranscriptIssuer(platform, params.tenantCode),
    readTranscriptTexts(request.headers),
  ),
);
