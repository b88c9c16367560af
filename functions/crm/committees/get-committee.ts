// GET /api/v1/committee/get/{committeeId}
import { committeeById } from '../../../shared/directory/committees/committee-store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getCommittee } from './contract.ts';
import { presentFor } from './write-committee.ts';

export const handler = lambda(getCommittee, async ({ params, tenant }) => {
  const committee = await committeeById(tenant, params.committeeId.toLowerCase());
  if (!committee) throw notFound('committee', params.committeeId, 'committeeId');
  return ok(presentFor({ tenant }, committee), { version: committee.version });
});
