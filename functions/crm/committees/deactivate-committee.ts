// POST /api/v1/committee/{committeeId}/Deactivate
import { CommitteeContent } from '../../../shared/directory/committees/committee.ts';
import { pickContent } from '../../../shared/directory/record/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { deactivateCommittee } from './contract.ts';
import { replaceCommittee, requireCommittee } from './write-committee.ts';

export const handler = lambda(deactivateCommittee, async (context) => {
  const before = await requireCommittee(context.tenant, context.params.committeeId);
  return replaceCommittee(context, before, { ...pickContent(CommitteeContent, before), isActive: false });
});
