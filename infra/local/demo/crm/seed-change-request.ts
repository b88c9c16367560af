// A profile change request of a demo tenant that waits for a decision.
import { findLatest, insertRequest } from '../../../../functions/crm/people/approval/store.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';

/** Requests a new title for a person who has no request yet. */
export async function seedChangeRequest(
  tenant: TenantStore,
  { id, personId }: { readonly id: string; readonly personId: string },
  now: Date,
): Promise<void> {
  const [person, latest] = await Promise.all([personById(tenant, personId), findLatest(tenant, personId)]);
  if (!person || latest) return;
  const content = {
    personId,
    status: 'pending' as const,
    reason: 'I was promoted.',
    requestedBy: 'demo',
    changes: [
      { field: 'title', isCustom: false, before: person.title ?? null, after: 'Director of Public Works' },
    ],
  };
  await commit(insertRequest(tenant, nextVersion('change-request', id, content, undefined, now)));
}
