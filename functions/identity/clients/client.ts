// The rules of clients: their scopes, their secrets, and their revocation.
import { isDeepStrictEqual } from 'node:util';
import type { SubjectItem } from '../../../shared/auth/accounts/records.ts';
import { type ClientItem, type ClientSignIn, getSignIn } from '../../../shared/auth/clients/clients.ts';
import {
  hashSecret,
  liveSecrets,
  maxLiveSecrets,
  type StoredSecret,
} from '../../../shared/auth/clients/secrets.ts';
import { isScope, resolveScopePermissions } from '../../../shared/auth/permissions/permissions.ts';
import { revokeAll } from '../../../shared/auth/tokens/revocation.ts';
import { conflict, type ErrorDetail, notFound, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { parseSignIn, presentSignIn, type SignInInput } from './sign-in.ts';

/**
 * The distinct scopes.
 * @throws Failure 400 with every scope that a client cannot be given
 */
export function parseScopes(scopes: readonly string[]): readonly string[] {
  const details = scopes.flatMap((scope, index): ErrorDetail[] =>
    isScope(scope)
      ? []
      : [
          {
            code: 'UNKNOWN_VALUE',
            message: `${scope} is not a scope that a client can be given.`,
            target: `scopes[${index}]`,
          },
        ],
  );
  throwIfInvalid(details);
  return [...new Set(scopes)];
}

/** The stored form of a secret. */
export const buildStoredSecret = (id: string, secret: string, now: Date): StoredSecret => ({
  id,
  hash: hashSecret(secret),
  createdDate: now.toISOString(),
});

/**
 * The sign-in of a client. One that its tenant registered asks for consent, and so signs people in to that tenant alone.
 * @throws Failure 400
 */
function parseClientSignIn(
  { registeredBy }: Pick<ClientItem, 'registeredBy'>,
  input: SignInInput,
): ClientSignIn {
  const signIn = parseSignIn(input);
  const target = 'isFirstParty';
  const message = `${target} is not for a client that a tenant registered.`;
  throwIfInvalid(registeredBy && signIn.isFirstParty ? [{ code: 'NOT_ALLOWED', target, message }] : []);
  return signIn;
}

/** A new client with its first secret. @throws Failure 400 */
export function buildClient(
  details: {
    readonly id: string;
    readonly name: string;
    readonly tenantCode: string;
    readonly scopes: readonly string[];
    /** Absent for a public client, and for one with keys. */
    readonly secret?: StoredSecret | undefined;
    readonly signIn?: SignInInput | undefined;
    readonly registeredBy?: 'tenant';
  },
  now: Date,
): ClientItem {
  const moment = now.toISOString();
  return {
    type: 'client',
    id: details.id,
    name: details.name,
    tenantCode: details.tenantCode,
    secrets: details.secret ? [details.secret] : [],
    scopes: parseScopes(details.scopes),
    status: 'active',
    ...(details.signIn && { signIn: parseClientSignIn(details, details.signIn) }),
    ...(details.registeredBy && { registeredBy: details.registeredBy }),
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/**
 * The client's access in its tenant: the permissions of its scopes, and no role.
 * @param holder who is given its first secret
 */
export const buildClientAccess = (client: ClientItem, holder: string, now: Date): SubjectItem => ({
  type: 'subject',
  id: client.id,
  kind: 'client',
  name: client.name,
  roles: [],
  permissions: [...resolveScopePermissions(client.scopes)],
  heldBy: [holder],
  disabled: client.status === 'revoked',
  revokedBefore: 0,
  version: 1,
  createdDate: now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1,
});

const updateClient = (client: ClientItem, set: Partial<ClientItem>, now: Date): ClientItem => ({
  ...client,
  ...set,
  version: client.version + 1,
  modifiedDate: now.toISOString(),
});

const assertIssuable = (client: ClientItem): void => {
  if (client.status === 'revoked')
    throw conflict(`The client ${client.id} is revoked; issue a new one.`, 'id');
};

/**
 * The client with one more secret. Expired secrets are removed.
 * @throws Failure 409 when it has two valid ones already, or is revoked
 */
export function appendSecret(client: ClientItem, secret: StoredSecret, now: Date): ClientItem {
  assertIssuable(client);
  if (getSignIn(client).clientType === 'public')
    throw conflict(`The client ${client.id} is public: it can keep no secret.`, 'id');
  const live = liveSecrets(client.secrets, now);
  if (live.length >= maxLiveSecrets)
    throw conflict(
      `The client has ${maxLiveSecrets} valid secrets already (${live.map(({ id }) => id).join(', ')}); retire one first.`,
    );
  return updateClient(client, { secrets: [...live, secret] }, now);
}

/**
 * The client without one of its secrets. The last one may be removed too: a leaked secret must become invalid at once.
 * @throws Failure 404
 */
export function removeSecret(client: ClientItem, secretId: string, now: Date): ClientItem {
  const secrets = client.secrets.filter(({ id }) => id !== secretId);
  if (secrets.length === client.secrets.length) throw notFound('secret', secretId);
  return updateClient(client, { secrets }, now);
}

/** The client with other scopes; the same object when they are unchanged. @throws Failure 400, 409 */
export function setClientScopes(client: ClientItem, scopes: readonly string[], now: Date): ClientItem {
  assertIssuable(client);
  const acceptable = parseScopes(scopes);
  return isDeepStrictEqual(acceptable, client.scopes)
    ? client
    : updateClient(client, { scopes: acceptable }, now);
}

/**
 * The client with another sign-in; the same object when it is unchanged. One that becomes public loses its secrets.
 * @throws Failure 400, 409
 */
export function setClientSignIn(client: ClientItem, input: SignInInput, now: Date): ClientItem {
  assertIssuable(client);
  const signIn = parseClientSignIn(client, input);
  if (isDeepStrictEqual(signIn, client.signIn)) return client;
  const secrets = signIn.clientType === 'public' ? [] : client.secrets;
  return updateClient(client, { signIn, secrets }, now);
}

/** The revoked client; the same object when it is revoked already. */
export const markClientRevoked = (client: ClientItem, now: Date): ClientItem =>
  client.status === 'revoked' ? client : updateClient(client, { status: 'revoked', secrets: [] }, now);

/** The attributes that revoke a client's access. */
export const revokeAccess = (access: SubjectItem, now: Date): Partial<SubjectItem> => ({
  disabled: true,
  permissions: [],
  ...revokeAll(access, now),
});

/** The client in the interface's form, never with a secret's hash. */
export const presentClient = (client: ClientItem, now: Date) => ({
  client_id: client.id,
  name: client.name,
  tenantCode: client.tenantCode,
  scopes: [...client.scopes],
  status: client.status,
  ...(client.registeredBy && { registeredBy: client.registeredBy }),
  signIn: presentSignIn(getSignIn(client)),
  secrets: liveSecrets(client.secrets, now).map(({ id, createdDate, expires }) => ({
    id,
    createdDate,
    ...(expires !== undefined && { expires }),
  })),
  version: client.version,
  createdDate: client.createdDate,
  modifiedDate: client.modifiedDate,
});
