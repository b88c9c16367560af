// GET /api/v1/registration/Approvals

import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { permissionDenied } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { buildLinkHeader, loadMergedPage } from '../../listing/cursor-listing.ts';
import type { Assignee } from '../../settings/approval-chains/approval-chain.ts';
import { mayDecide } from '../approval/approval.ts';
import { approvalsByAssignee, pendingApprovals, pendingSort } from '../approval/pending-approvals.ts';
import { registrationSort } from '../record/registration.ts';
import { listApprovals } from './contract.ts';

/** The pending approvals of the caller: of the person, and of each role. */
function listCallerInboxes(tenant: TenantStore, caller: Caller) {
  if (caller.kind === 'anonymous') return [];
  const roles = caller.roles.map((role): Assignee => ({ kind: 'role', role }));
  const { personId } = caller;
  const self: Assignee[] = personId === undefined ? [] : [{ kind: 'person', personId }];
  return [...self, ...roles].map((assignee) => approvalsByAssignee(tenant, assignee));
}

export const handler = lambda(listApprovals, async ({ tenant, caller, query, url }) => {
  if (query.all && !caller.permissions.has('training.approvals.decide'))
    throw permissionDenied('training.approvals.decide');
  const { items, next } = query.all
    ? await loadMergedPage(tenant, [pendingApprovals(tenant)], query, registrationSort)
    : await loadMergedPage(tenant, listCallerInboxes(tenant, caller), query, pendingSort);
  const approvals = items.map((item) => ({
    registrationId: item.id,
    className: item.sectionName,
    ...pick(item, [
      'classId',
      'classStartsAt',
      'memberId',
      'memberName',
      'organizationName',
      'justification',
    ]),
    ...pick(item, [
      'chainName',
      'stepName',
      'step',
      'steps',
      'assignee',
      'askedAt',
      'escalatesAt',
      'isEscalated',
    ]),
    mayDecide: mayDecide(item, item.memberId, caller),
  }));
  return ok(approvals, { headers: buildLinkHeader(url('/api/v1/registration/Approvals'), query, next) });
});
