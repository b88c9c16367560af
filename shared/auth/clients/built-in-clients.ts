// Clients that every tenant has without a registration: pages of the platform itself, to which people sign in.

import { findAreaAddress } from '../../addresses/area-address.ts';
import { parseTenantCode } from '../../data/tenant/tenant-code.ts';

const deskPrefix = 'desk_';

/** The scopes of the page for instructors: what a person has beyond them, the page cannot do. */
export const deskScopes = ['training.registrations.read', 'training.registrations.write'] as const;

/** The id of the client of a tenant's page for instructors. Registered clients have UUIDs. */
export const getDeskClientId = (tenantCode: string): string => `${deskPrefix}${tenantCode}`;

/** The address of a tenant's page for instructors. */
export const getDeskAddress = (tenantCode: string): string =>
  `${findAreaAddress('training')}/api/v1/Desk/${tenantCode}`;

/** The built-in client with this id: its tenant, its only address and its scopes; undefined when there is none. */
export function findBuiltInClient(id: string) {
  const tenantCode = id.startsWith(deskPrefix) ? parseTenantCode(id.slice(deskPrefix.length)) : undefined;
  if (tenantCode === undefined || getDeskClientId(tenantCode) !== id) return undefined;
  return { tenantCode, address: getDeskAddress(tenantCode), scopes: deskScopes };
}
