// POST /api/1.0/Advocacy/list
import { lambda } from '../../../shared/http/lambda.ts';
import { page } from '../envelopes.ts';
import { listCampaignTemplates } from './contract.ts';
import { findTemplates } from './find-templates.ts';
import { shownRow } from './present.ts';

export const handler = lambda(listCampaignTemplates, async ({ body, tenant }) => {
  const { rows, total } = await findTemplates(tenant, body);
  return page(rows.map(shownRow), body, total);
});
