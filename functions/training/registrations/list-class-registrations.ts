// GET /api/v1/registration/ClassRegistration

import type { TenantStore } from '../../../shared/data/store.ts';
import { personById } from '../../../shared/directory/people/person-store.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { assertTeaches } from '../access/person-access.ts';
import { classById } from '../classes/record/store.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { assertMayReadTraining } from '../people/managers/access.ts';
import { listClassRegistrations } from './contract.ts';
import { loadClassPage, loadPersonPage } from './list-registrations.ts';
import { presentRegistrations } from './presentation/present-with-facts.ts';

/** For a caller who is no person of the directory. */
const noRegistrations = { registrations: [], total: 0 } as const;

/**
 * Checks that the ids exist. Only called when nothing was found, so that it costs a page nothing.
 * @throws Failure 400
 */
async function assertKnownIds(
  tenant: TenantStore,
  { classId, memberId }: { readonly classId?: string | undefined; readonly memberId?: string | undefined },
): Promise<void> {
  const [item, person] = await Promise.all([
    classId !== undefined && classById(tenant, classId),
    memberId !== undefined && personById(tenant, memberId),
  ]);
  throwIfInvalid([
    ...(classId !== undefined && !item ? [unknownId('class', classId, 'classId')] : []),
    ...(memberId !== undefined && !person ? [unknownId('person', memberId, 'memberId')] : []),
  ]);
}

export const handler = lambda(
  listClassRegistrations,
  async ({ query, tenant, caller, settings, now, url }) => {
    const { classId } = query;
    const isOfClass = classId !== undefined && query.memberId === undefined;
    const memberId = query.memberId ?? (caller.kind === 'anonymous' ? undefined : caller.personId);
    if (isOfClass) {
      if (caller.kind !== 'anonymous' && !caller.permissions.has('training.registrations.read'))
        assertTeaches(caller, await classById(tenant, classId), 'training.registrations.read');
    } else if (memberId !== undefined)
      await assertMayReadTraining({ tenant, caller, settings, now }, memberId, 'training.registrations.read');
    const { registrations, total } = isOfClass
      ? await loadClassPage(tenant, classId, query)
      : memberId === undefined
        ? noRegistrations
        : await loadPersonPage(tenant, memberId, query);
    if (total === 0) await assertKnownIds(tenant, query);
    return ok(await presentRegistrations(tenant, registrations), {
      headers: buildPageHeaders(url('/api/v1/registration/ClassRegistration'), query, total),
    });
  },
);
