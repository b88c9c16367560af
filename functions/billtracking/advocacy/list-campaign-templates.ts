// POST /api/1.0/Advocacy/list
import { lambda } from '../../../shared/http/lambda.ts';
import { pageReply } from '../envelopes.ts';
import { listCampaignTemplates } from './contract.ts';
import { findTemplates } from './find-templates.ts';
import { presentRow } from './present.ts';

export const handler = lambda(listCampaignTemplates, async ({ body, tenant }) => {
  const { rows, total } = await findTemplates(tenant, body);
  return pageReply(rows.map(presentRow), body, total);
});
