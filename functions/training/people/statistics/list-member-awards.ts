// POST /api/v1/Awards/AwardsCertificationsByPeople/{personId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { sortByField } from '../../../../shared/lists/sort.ts';
import { type ProgressState, stateCodes } from '../../records/progress/progress.ts';
import { listMemberAwards } from './contract.ts';
import { loadMemberProgress } from './member-progress.ts';

/**
 * The status names that existing callers know (docs/interface/training.md#progress), and new ones for the states they
 * don't have.
 */
const stateNames: Readonly<Record<ProgressState, string>> = {
  NotStarted: 'Not Started',
  InProgress: 'In Progress',
  Earned: 'Earned',
  Awarded: 'Awarded',
  InGrace: 'Awarded',
  Expired: 'Expired',
  Revoked: 'Revoked',
};

export const handler = lambda(listMemberAwards, async (ctx) => {
  const { body } = ctx;
  const { entries } = await loadMemberProgress(ctx);
  const awards = entries.map(({ award, progress: { state, percent, certification } }) => ({
    id: award.id,
    name: award.name,
    status: stateCodes[state],
    statusName: stateNames[state],
    percentage: percent,
    certificationId: certification?.id,
    certificateNumber: certification?.certificateNumber,
    grantedDate: certification?.awardedDate,
    expirationDate: certification?.validThrough,
    isInGrace: state === 'InGrace',
    isExpired: state === 'Expired',
    isRevoked: state === 'Revoked',
  }));
  const pageRequest = toPageRequest(body);
  const page = takePage(sortByField(awards, pageRequest.sortBy, pageRequest.sortDirection), pageRequest);
  return ok(presentPage(page, awards.length));
});
