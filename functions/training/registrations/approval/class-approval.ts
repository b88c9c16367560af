// Starts the approval that a class requires.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { approvalChainKey } from '../../settings/approval-chains/approval-chain.ts';
import type { Approval } from '../record/registration.ts';
import { startApproval } from './approval.ts';
import { loadRegistrant } from './approval-registrant.ts';

/**
 * The approval chain of a class at its first step, for a member; undefined when the class requires none. One read, and
 * the reads that find the approver of the first step.
 */
export async function startClassApproval(
  tenant: TenantStore,
  { registration: { approvalChainId }, timeZone }: ClassItem,
  member: Pick<PersonItem, 'id' | 'organizationId'>,
  now: Date,
): Promise<Approval | undefined> {
  if (approvalChainId === undefined) return undefined;
  const chain = await tenant.get(approvalChainKey(tenant, approvalChainId), { consistent: true });
  if (!chain || chain.steps.length === 0) return undefined;
  return startApproval(
    chain,
    await loadRegistrant(tenant, member, chain.steps[0], toLocalDate(timeZone, now)),
    now,
  );
}
