// GET /api/1.0/dropdown/billtypes
import { lambda } from '../../../shared/http/lambda.ts';
import { billTypes, billTypesByState } from '../../../shared/legislature/bill-types.ts';
import { successReply } from '../envelopes.ts';
import { listBillTypeChoices } from './contract.ts';
import { presentBillTypeChoice, sortByText } from './present.ts';
import { resolveStateId } from './resolve-state-id.ts';

export const handler = lambda(listBillTypeChoices, async ({ query, tenant }) => {
  const stateId = await resolveStateId(tenant, query);
  const types = stateId === undefined ? billTypes : billTypesByState(stateId);
  return successReply(sortByText(types.map(presentBillTypeChoice)), `${types.length} bill types`);
});
