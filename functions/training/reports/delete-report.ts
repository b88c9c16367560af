// DELETE /api/v1/Reports/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteReport } from './contract.ts';
import { requireReport } from './create-job.ts';
import { removeReport } from './store.ts';

export const handler = lambda(deleteReport, async ({ tenant, caller, params, ifMatch }) => {
  const { job } = await requireReport(tenant, caller, params.id, { consistent: true });
  return write(await removeReport(tenant, job, ifMatch), noContent());
});
