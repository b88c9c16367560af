// Loads the person whom an approval is about, with the manager and the names that a step may need.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, personById } from '../../../../shared/directory/people/person-store.ts';
import { mayAct } from '../../access/acting-people.ts';
import { findPersonManager } from '../../people/managers/manager.ts';
import type { ApprovalStep } from '../../settings/approval-chains/approval-chain.ts';
import { listApprovers, type Registrant } from './approval.ts';

/**
 * The registrant with their manager, when the step may go to a manager, and the people it may go to, with those who left. One read
 * for each person the step names, and the reads that find a manager, in parallel.
 *
 * @param step undefined when all steps have approved; nothing is read
 * @param today YYYY-MM-DD, the day on which all of them must be active
 */
export async function loadRegistrant(
  tenant: TenantStore,
  member: Pick<PersonItem, 'id' | 'organizationId'>,
  step: ApprovalStep | undefined,
  today: string,
): Promise<Registrant> {
  const approvers = listApprovers(step);
  const ids = approvers.flatMap((approver) => (approver.kind === 'person' ? [approver.personId] : []));
  const [manager, ...named] = await Promise.all([
    approvers.some(({ kind }) => kind === 'manager')
      ? findPersonManager(tenant, member, today).then((found) => found?.manager)
      : undefined,
    ...[...new Set(ids)].map((id) => personById(tenant, id)),
  ]);
  const people = [manager, ...named].filter((person) => person !== undefined);
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    memberId: member.id,
    managerId: manager?.id,
    names: new Map(people.map((person) => [person.id, displayName(person)])),
    leavers: new Set(ids.filter((id) => !mayAct(byId.get(id), today))),
  };
}
