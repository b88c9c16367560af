// The machinery alone: record endpoints in all four areas behind the real gateway, an empty table, and four tenants.
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import type { RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { createRouter } from '../../infra/contracts/routes.ts';
import { unlimitedRequests } from '../../infra/local/create-caller.ts';
import { configureEnvironment } from '../../infra/local/environment.ts';
import { createGateway } from '../../infra/local/gateway.ts';
import {
  type AccessMode,
  publicKeyKey,
  type SubjectItem,
  subjectKey,
  type TenantItem,
  tenantKey,
} from '../../shared/auth/accounts/records.ts';
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import { clearKeyCache } from '../../shared/auth/tokens/published-keys.ts';
import { signAccessToken } from '../../shared/auth/tokens/sign-token.ts';
import { type AccessTokenClaims, audience } from '../../shared/auth/tokens/tokens.ts';
import { commit, put } from '../../shared/data/changes.ts';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { openPlatformStore, openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import type { Area } from '../../shared/http/areas.ts';
import { checkReply } from '../contract/check-reply.ts';
import { createTestTable } from '../harness/table.ts';
import { buildRecordEndpoints } from './records.ts';
import { type RawReply, rawRequest } from './requests/raw-request.ts';

/** Tokens needed everywhere; needed nowhere in areas A and D; suspended; a sandbox a day ahead. */
export type FixtureTenant = 'alder' | 'birch' | 'cedar' | 'dune';

/** By how many seconds the sandbox's clock is ahead. */
export const dayAhead = 86_400;

export interface RequestOptions {
  readonly tenant?: string | undefined;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON; a string as it is. */
  readonly body?: unknown;
}

export interface TokenOptions {
  readonly tenant?: FixtureTenant;
  readonly permissions?: readonly Permission[];
  readonly subject?: string;
  readonly claims?: Partial<AccessTokenClaims>;
  readonly standing?: Partial<SubjectItem>;
  readonly key?: KeyObject;
}

export interface Fixture {
  readonly port: number;
  readonly store: (tenant: FixtureTenant) => TenantStore;
  /** A token of a new subject with these permissions; by default all permissions for records. */
  token(options?: TokenOptions): Promise<string>;
  /** Sends one request; the reply is checked against its contract. */
  call(method: string, area: Area, path: string, sent?: RequestOptions): Promise<RawReply>;
  stop(): Promise<void>;
}

const openStore = (code: string): TenantStore => {
  const known = parseTenantCode(code);
  if (!known) throw new Error(`${code} can be no tenant code`);
  return openTenantStore(known);
};

const metadata = {
  version: 1,
  createdDate: '2026-01-01T00:00:00Z',
  modifiedDate: '2026-01-01T00:00:00Z',
  schemaVersion: 1,
} as const;

/** A tenant's settings, as those of a new tenant. */
export function buildTenantItem(
  code: string,
  mode: AccessMode,
  settings: Partial<TenantItem> = {},
): TenantItem {
  const access = { read: mode, write: mode };
  return {
    type: 'tenant',
    id: code,
    name: `The ${code} tenant`,
    status: 'active',
    tier: 'standard',
    roles: {},
    access: { training: access, billtracking: access },
    timeZone: 'UTC',
    fiscalYearStart: '01-01',
    allowedOrigins: [],
    requestLimit: unlimitedRequests,
    clockOffsetSeconds: 0,
    ...metadata,
    ...settings,
  };
}

const tenants = [
  buildTenantItem('alder', 'token'),
  buildTenantItem('birch', 'tenant'),
  buildTenantItem('cedar', 'tenant', { status: 'suspended' }),
  buildTenantItem('dune', 'tenant', { clockOffsetSeconds: dayAhead }),
];

async function createToken(
  signer: KeyObject,
  {
    tenant = 'alder',
    permissions = ['crm.people.read', 'crm.people.write'],
    subject = randomUUID(),
    claims = {},
    standing = {},
    key = signer,
  }: TokenOptions,
): Promise<string> {
  const item: SubjectItem = {
    type: 'subject',
    id: subject,
    kind: 'user',
    name: `user-${subject}`,
    roles: [],
    permissions,
    disabled: false,
    revokedBefore: 0,
    ...metadata,
    ...standing,
  };
  await commit([put(subjectKey(openStore(tenant), subject), item)]);
  const iat = Math.floor(Date.now() / 1000);
  const issuer = process.env.ISSUER ?? '';
  const base = {
    iss: issuer,
    aud: audience,
    sub: subject,
    client_id: 'test',
    iat,
    exp: iat + 3600,
    jti: randomUUID(),
    tenant,
  };
  return signAccessToken({ ...base, ...claims }, { kid: 'key-1', key });
}

/** Starts it. Call it in `beforeAll`, and `stop` in `afterAll`. */
export async function startFixture(extra: readonly RegisteredEndpoint[] = []): Promise<Fixture> {
  const { tableName } = await createTestTable();
  resetDocumentClient();
  clearKeyCache();
  process.env.LOG_LEVEL = 'silent';
  const endpoints = [...buildRecordEndpoints(), ...extra];
  const server = createGateway({ endpoints });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  configureEnvironment({ gateway: `http://127.0.0.1:${port}`, dynamodb: inject('dynamodb'), tableName });
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = Object.fromEntries(
    Object.entries(publicKey.export({ format: 'jwk' })).map(([name, value]) => [name, String(value)]),
  );
  await commit([
    put(publicKeyKey(openPlatformStore(), 'key-1'), { type: 'public-key', id: 'key-1', jwk, notBefore: 0 }),
    ...tenants.map((item) => put(tenantKey(openStore(item.id)), item)),
  ]);
  const match = createRouter(endpoints);
  return {
    port,
    store: openStore,
    token: (options = {}) => createToken(privateKey, options),
    async call(method, area, path, { tenant, token, headers = {}, body } = {}) {
      const reply = await rawRequest(port, method, `/${area}${path}`, {
        headers: {
          // Area D's calls name its version (docs/interface/versioning.md#area-d-version-header).
          ...(area === 'billtracking' && { 'api-version': '1.0' }),
          ...(tenant !== undefined && { 'tenant-code': tenant }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      checkReply(area, match(area, method, path.split('?', 1)[0] ?? path), { path, ...reply });
      return reply;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      resetDocumentClient();
    },
  };
}
