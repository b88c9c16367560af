// POST /api/v1/Public/VerifyTranscript/{tenantCode}
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { verifyTranscript } from './contract.ts';
import { findTranscriptIssuer } from './issuer.ts';
import { judgeTranscript } from './judge-transcript.ts';
import { renderJudgement, renderTranscriptForm } from './page.ts';
import { readTranscriptTexts } from './texts.ts';

export const handler = pageLambda(
  verifyTranscript,
  async ({ params, body, platform, request, receivedAt }) => {
    const texts = readTranscriptTexts(request.headers);
    const issuer = await findTranscriptIssuer(platform, params.tenantCode);
    if (!issuer) return renderTranscriptForm(undefined, texts);
    const { tenant, did, settings } = issuer;
    const now = tenantTime(settings, receivedAt);
    const judgement = await judgeTranscript((body.transcript ?? '').trim(), { tenant, did, now });
    return renderJudgement(judgement, issuer, texts);
  },
);
