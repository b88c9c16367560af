// Pages of the registrations for an award, by status and then by person.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type CursorPage, readCursorPage } from '../../../../shared/lists/cursor.ts';
import {
  type AwardRegistrationItem,
  awardRegistrationsByAward,
} from '../../records/training-record/certification.ts';
import type { AwardRegistrationStatus } from './award-registration.ts';

interface RegistrationsRequest {
  /** All of them by default. */
  readonly status?: AwardRegistrationStatus | undefined;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

const sortOf = ({ status, personId }: AwardRegistrationItem): string => `${status}#${personId}`;

/** A page of the registrations for an award; about three to a read unit. One query. */
export function listAwardRegistrationsPage(
  tenant: TenantStore,
  awardId: string,
  { status, ...request }: RegistrationsRequest,
): Promise<CursorPage<AwardRegistrationItem>> {
  const list = awardRegistrationsByAward(tenant, awardId);
  const range = status === undefined ? {} : { from: `${status}#`, to: `${status}#~` };
  return readCursorPage(`${list.name} ${status ?? ''}`, request, sortOf, (limit, after) =>
    tenant.queryAll(list, { ...range, ...(after !== undefined && { from: after }), limit }),
  );
}
