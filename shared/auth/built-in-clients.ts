// Clients that every tenant has without a registration: pages of the platform itself, to which people sign in.
import { parseTenantCode } from '../data/tenant-code.ts';
import { areaUrl } from '../http/area-url.ts';
import type { ClientItem, ClientSignIn } from './clients.ts';

const deskPrefix = 'desk_';

/** The scopes of the page for instructors: what a person has beyond them, the page cannot do. */
export const deskScopes = ['training.registrations.read', 'training.registrations.write'] as const;

/** The id of the client of a tenant's page for instructors. Registered clients have UUIDs. */
export const getDeskClientId = (tenantCode: string): string => `${deskPrefix}${tenantCode}`;

/** The address of a tenant's page for instructors. */
export const getDeskAddress = (tenantCode: string): string =>
  areaUrl('training', `/api/v1/Desk/${tenantCode}`);

/**
 * The built-in client with this id; undefined when there is none. It is not stored: public, for one tenant, with one
 * address, which is the platform's own.
 */
export function findBuiltInClient(id: string, defaults: ClientSignIn): ClientItem | undefined {
  const code = id.startsWith(deskPrefix) ? parseTenantCode(id.slice(deskPrefix.length)) : undefined;
  if (code === undefined || getDeskClientId(code) !== id) return undefined;
  const moment = new Date(0).toISOString();
  return {
    ...{ type: 'client', id, name: 'Rostrum', tenantCode: code, secrets: [], status: 'active' },
    scopes: deskScopes,
    signIn: {
      ...defaults,
      clientType: 'public',
      grantTypes: ['authorization_code'],
      redirectUris: [getDeskAddress(code)],
      postLogoutRedirectUris: [getDeskAddress(code)],
      isFirstParty: true,
    },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
}
