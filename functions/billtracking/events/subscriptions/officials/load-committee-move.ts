// Reads what became of a membership: loaded only where a subscription follows its person.
import { tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import {
  committeeById,
  membershipsByPerson,
} from '../../../../../shared/directory/committees/committee-store.ts';
import { displayName } from '../../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../../shared/directory/people/person-store.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { type CommitteeMove, classifyMove, findReferences } from './committee-move.ts';

/** The move of a change; undefined for a committee that is not of a legislature, or of which nothing is left. One round trip. */
export async function loadCommitteeMove(
  tenant: TenantStore,
  change: ChangeEvent,
): Promise<CommitteeMove | undefined> {
  const [personId = ''] = findReferences(change, 'person');
  const [committeeId = ''] = findReferences(change, 'committee');
  const [settings, committee, [person], memberships] = await Promise.all([
    tenant.get(tenantKey(tenant)),
    committeeById(tenant, committeeId),
    peopleById(tenant, [personId]),
    tenant.queryAll(membershipsByPerson(tenant, personId), { beginsWith: `${committeeId}#` }),
  ]);
  if (!person || committee?.kind !== 'legislative') return undefined;
  const membership = memberships.find(({ id }) => id === change.subject);
  return {
    ...{ kind: 'membership', record: { version: change.data.version ?? 0 } },
    move: classifyMove(change, membership, toLocalDate(settings?.timeZone ?? 'UTC', new Date(change.time))),
    person: { id: person.id, name: displayName(person) },
    committee: { id: committee.id, name: committee.name },
    ...(membership && { membership }),
  };
}
