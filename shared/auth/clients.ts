// Stored OAuth clients, and how they authenticate.

import type { Key, Partition, PlatformStore } from '../data/store.ts';
import type { VersionedRecord } from '../data/versioned-record.ts';
import { Failure } from '../errors/failure.ts';
import { parseClientCredentials } from './client-credentials.ts';
import { findMatchingSecret, type StoredSecret } from './secrets.ts';

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
}

export const clientKey = (platform: PlatformStore, id: string): Key<ClientItem> =>
  platform.key(`CLIENT#${id}`, 'CLIENT');

/** All clients, by tenant and name: sort keys begin with `<tenant code>#`. */
export const clientsByTenant = (platform: PlatformStore): Partition<ClientItem> =>
  platform.listing('CLIENTS');

const challenge = { headers: { 'WWW-Authenticate': 'Basic realm="rostrum", charset="UTF-8"' } };

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

/**
 * Authenticates the client with this Authorization header and form.
 * @throws Failure invalid_request when the credentials are sent twice, invalid_client when they cannot be read
 * @throws ClientRefused invalid_client when they are wrong
 */
export async function authenticateClient(
  platform: PlatformStore,
  authorization: string | undefined,
  form: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined },
  now: Date,
): Promise<ClientItem> {
  const sent = parseClientCredentials(authorization, form);
  if ('problem' in sent) {
    if (sent.problem === 'two methods')
      throw new Failure(
        'VALIDATION_ERROR',
        'Send the client credentials once: by HTTP Basic or in the form.',
        { target: 'client_secret' },
      );
    throw invalidClient(
      sent.problem === 'missing'
        ? 'Client credentials are missing: send client_id and client_secret by HTTP Basic or in the form.'
        : 'The Authorization header must have valid Basic credentials.',
    );
  }
  const client = isClientId(sent.clientId)
    ? await platform.get(clientKey(platform, sent.clientId), { consistent: true })
    : undefined;
  const matched = findMatchingSecret(sent.secret ?? '', client?.secrets ?? [], now);
  if (!client || !matched || client.status !== 'active')
    throw new ClientAuthenticationFailure(sent.clientId, client);
  return client;
}

/** Ids that are longer or have other characters are not ids of this platform and are not looked up. */
const isClientId = (text: string): boolean => /^[A-Za-z0-9_-]{1,100}$/.test(text);
