// Stored OAuth clients, and how they authenticate.

import type { Key, Partition, PlatformStore } from '../../data/store.ts';
import type { VersionedRecord } from '../../data/versioned-record.ts';
import { formatChallenge } from '../../errors/challenge.ts';
import { Failure } from '../../errors/failure.ts';
import type { PublicJwk, SigningAlgorithm } from '../tokens/keys.ts';
import { findBuiltInClient } from './built-in-clients.ts';
import { type ClientCredentials, type ClientForm, parseClientCredentials } from './client-credentials.ts';
import { findMatchingSecret, type StoredSecret } from './secrets.ts';

/** The grant of devices and commands, on which people do not sign in themselves (RFC 8628 3.4). */
export const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** How a client may get tokens (RFC 6749 1.3). */
export const grantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  deviceCodeGrant,
] as const;
export type GrantType = (typeof grantTypes)[number];

/** How people sign in through a client. Addresses are compared exactly (RFC 9700 2.1). */
export interface ClientSignIn {
  /** Public clients cannot keep a secret: apps on devices and pages in browsers (RFC 6749 2.1). */
  readonly clientType: 'confidential' | 'public';
  readonly grantTypes: readonly GrantType[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** The association's own: people are not asked whether it may see their data. */
  readonly isFirstParty: boolean;
  /** Whether people sign in to the client's tenant, or to any of theirs. */
  readonly workspaces: 'own' | 'any';
  /** Sends neither state nor PKCE, and an unencoded redirect_uri (docs/interface/identity.md#legacy-clients). */
  readonly isLegacy: boolean;
  /** Must send its requests to /connect/par first (RFC 9126 5). */
  readonly requiresPushedRequests: boolean;
  /** Where it is notified that a session has ended (OpenID Connect Back-Channel Logout 1.0, 2.2). */
  readonly backchannelLogoutUri?: string | undefined;
  /** Whether it gets tokens that are bound to its key alone (RFC 9449 5.2). */
  readonly dpopBoundAccessTokens: boolean;
  /** With what its ID tokens and logout tokens are signed (OpenID Connect Dynamic Client Registration 1.0, 2). */
  readonly idTokenSignedResponseAlg: SigningAlgorithm;
  /** Whether it needs the id of the session (sid) in the notification, which always has it. */
  readonly backchannelLogoutSessionRequired: boolean;
  /** The public keys of which each signs assertions that stand for a secret (RFC 7523, private_key_jwt). */
  readonly jwks?: { readonly keys: readonly PublicJwk[] } | undefined;
}

/** A client that an earlier version stored, or for which nobody signs in. */
export const noSignIn: ClientSignIn = {
  clientType: 'confidential',
  grantTypes: ['client_credentials'],
  redirectUris: [],
  postLogoutRedirectUris: [],
  isFirstParty: false,
  workspaces: 'own',
  isLegacy: false,
  requiresPushedRequests: false,
  backchannelLogoutSessionRequired: false,
  dpopBoundAccessTokens: false,
  // What every client had in earlier versions: it stays so until its sign-in is registered again.
  idTokenSignedResponseAlg: 'ES256',
};

/** How people sign in through the client. */
export const getSignIn = ({ signIn }: Pick<ClientItem, 'signIn'>): ClientSignIn => ({
  ...noSignIn,
  ...signIn,
});

/** A client of one tenant. */
export interface ClientItem extends VersionedRecord {
  readonly type: 'client';
  /** The client_id. */
  readonly id: string;
  readonly name: string;
  readonly tenantCode: string;
  readonly secrets: readonly StoredSecret[];
  readonly scopes: readonly string[];
  readonly status: 'active' | 'revoked';
  /** Absent where it has only the client-credentials grant. */
  readonly signIn?: ClientSignIn | undefined;
  /** Present where the tenant registered it itself: then it is the tenant's to administer too. */
  readonly registeredBy?: 'tenant' | undefined;
}

export const clientKey = (platform: PlatformStore, id: string): Key<ClientItem> =>
  platform.key(`CLIENT#${id}`, 'CLIENT');

/** All clients, by tenant and name: sort keys begin with `<tenant code>#`. */
export const clientsByTenant = (platform: PlatformStore): Partition<ClientItem> =>
  platform.listing('CLIENTS');

const challenge = { headers: formatChallenge('Basic', { charset: 'UTF-8' }) };

/** 401 `invalid_client`; it always names Basic, the one scheme by which a client may authenticate (RFC 6749 5.2). */
const invalidClient = (message?: string): Failure => new Failure('INVALID_CLIENT', message, challenge);

/** A failed client authentication; for the throttle and the sign-in log. */
export class ClientAuthenticationFailure extends Failure {
  /** The client_id that was sent, whether or not there is such a client. */
  readonly clientId: string;
  /** The client with this id, when there is one. */
  readonly client: ClientItem | undefined;

  constructor(clientId: string, claimed: ClientItem | undefined) {
    const { code, message, headers } = invalidClient();
    super(code, message, { headers });
    this.clientId = clientId;
    this.client = claimed;
  }
}

/** Whether a client may use a grant type. */
export const mayUseGrant = (client: Pick<ClientItem, 'signIn'>, grantType: GrantType): boolean =>
  getSignIn(client).grantTypes.includes(grantType);

/** A built-in client, which is not stored: public, for one tenant, with one address, which is the platform's own. */
function makeBuiltInClient(id: string): ClientItem | undefined {
  const builtIn = findBuiltInClient(id);
  if (!builtIn) return undefined;
  const { tenantCode, address, scopes } = builtIn;
  const moment = new Date(0).toISOString();
  return {
    ...{ type: 'client', id, name: 'Rostrum', tenantCode, secrets: [], scopes, status: 'active' },
    signIn: {
      ...noSignIn,
      ...{ clientType: 'public', grantTypes: ['authorization_code'], isFirstParty: true },
      ...{ redirectUris: [address], postLogoutRedirectUris: [address] },
    },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
}

/** The client with this id: a built-in one, or a stored one. At most one read. */
const findClient = async (platform: PlatformStore, id: string): Promise<ClientItem | undefined> =>
  makeBuiltInClient(id) ??
  (isClientId(id) ? await platform.get(clientKey(platform, id), { consistent: true }) : undefined);

/** The client with this id; undefined when there is none or it is revoked. */
export async function findActiveClient(platform: PlatformStore, id: string): Promise<ClientItem | undefined> {
  const client = await findClient(platform, id);
  return client?.status === 'active' ? client : undefined;
}

/** Whether the credentials are those of an active, confidential client. An assertion is used up. */
async function matches(
  platform: PlatformStore,
  client: ClientItem,
  { method, secret = '' }: ClientCredentials,
  now: Date,
): Promise<boolean> {
  const { clientType, jwks } = getSignIn(client);
  if (client.status !== 'active' || clientType === 'public') return false;
  if (method !== 'assertion') return findMatchingSecret(secret, client.secrets, now) !== undefined;
  if (!jwks) return false;
  const { acceptAssertion } = await import('./client-assertion.ts');
  return acceptAssertion(platform, { clientId: client.id, keys: jwks.keys }, secret, now);
}

/** What a caller is told whose credentials cannot be read. */
const credentialProblems = {
  missing:
    'Client credentials are missing: send client_id and client_secret by HTTP Basic or in the form, or a client_assertion.',
  malformed: 'The Authorization header must have valid Basic credentials.',
  assertion:
    'client_assertion must be a JWT whose sub is the client_id, with the client_assertion_type of RFC 7523, 2.2.',
} as const;

/**
 * Authenticates the client with this Authorization header and form. A public client is identified by its client_id
 * alone, where `publicToo` (RFC 6749 2.3).
 * @throws Failure invalid_request when the credentials are sent twice, invalid_client when they cannot be read
 * @throws ClientRefused invalid_client when they are wrong
 */
export async function authenticateClient(
  platform: PlatformStore,
  authorization: string | undefined,
  form: ClientForm,
  now: Date,
  { publicToo = false }: { readonly publicToo?: boolean } = {},
): Promise<ClientItem> {
  const sent = parseClientCredentials(authorization, form);
  if ('problem' in sent) {
    if (sent.problem === 'two methods')
      throw new Failure(
        'VALIDATION_ERROR',
        'Send the client credentials once: by HTTP Basic, in the form or as an assertion.',
        { target: form.client_assertion === undefined ? 'client_secret' : 'client_assertion' },
      );
    throw invalidClient(credentialProblems[sent.problem]);
  }
  const client = await findClient(platform, sent.clientId);
  const isPublic = client !== undefined && getSignIn(client).clientType === 'public';
  if (publicToo && isPublic && sent.method === 'none' && client.status === 'active') return client;
  if (!client || !(await matches(platform, client, sent, now)))
    throw new ClientAuthenticationFailure(sent.clientId, client);
  return client;
}

/** Ids that are longer or have other characters are not ids of this platform and are not looked up. */
const isClientId = (text: string): boolean => /^[A-Za-z0-9_-]{1,100}$/.test(text);
