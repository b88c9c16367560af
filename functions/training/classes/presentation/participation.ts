// The caller's participation in classes: registered, waiting for approval, denied before
// (docs/interface/training.md#class-list-item).

import type { Caller } from '../../../../shared/auth/access/access.ts';
import { findCallerPerson } from '../../../../shared/auth/access/person-access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { claimsByMember } from '../../registrations/record/claims.ts';
import { registrationsById } from '../../registrations/record/registration.ts';

export interface Participation {
  /** The id of the registered person; undefined when there is no live registration. */
  readonly registered: string | undefined;
  readonly isPending: boolean;
  /** A confirmed registration, or one with recorded attendance; not pending, waiting or offered. */
  readonly hasSeat: boolean;
  readonly denials: number;
}

export const noParticipation: Participation = {
  registered: undefined,
  isPending: false,
  hasSeat: false,
  denials: 0,
};

/**
 * The caller's participation in each class. Nothing is read for a caller who is no person; otherwise a short item per
 * class, and the live registrations these name.
 */
export async function loadParticipations(
  tenant: TenantStore,
  caller: Caller,
  classIds: readonly string[],
): Promise<ReadonlyMap<string, Participation>> {
  const personId = findCallerPerson(caller);
  if (personId === undefined || classIds.length === 0) return new Map();
  const claims = (await claimsByMember(tenant, classIds, personId)).flatMap((claim) => claim ?? []);
  const live = claims.flatMap(({ registrationId }) => registrationId ?? []);
  const registrations = live.length > 0 ? await registrationsById(tenant, live) : [];
  const statuses = new Map(
    registrations.flatMap((registration) =>
      registration ? [[registration.id, registration.status] as const] : [],
    ),
  );
  return new Map(
    claims.map(({ classId, registrationId = '', denials }): [string, Participation] => {
      const status = statuses.get(registrationId);
      return [
        classId,
        {
          registered: registrationId === '' ? undefined : personId,
          isPending: status === 'PendingApproval',
          hasSeat: status === 'Confirmed' || status === 'Attended' || status === 'NoShow',
          denials: denials ?? 0,
        },
      ];
    }),
  );
}
