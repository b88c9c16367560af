// POST /connect/token
import { issueClientToken } from '../../../../shared/auth/clients/client-grant.ts';
import {
  type ClientItem,
  deviceCodeGrant,
  type GrantType,
  getSignIn,
  grantTypes,
  mayUseGrant,
} from '../../../../shared/auth/clients/clients.ts';
import { authenticateTokenClient } from '../../../../shared/auth/clients/token-client.ts';
import { parseScope } from '../../../../shared/auth/permissions/permissions.ts';
import { tokenLifetime } from '../../../../shared/auth/tokens/tokens.ts';
import { type Change, commit } from '../../../../shared/data/changes.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import type { Context } from '../../../../shared/http/context.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, type Write, write } from '../../../../shared/http/reply.ts';
import { getAuthentication } from '../../sessions/session.ts';
import { recordSignIn } from '../../users/store.ts';
import { type Authorization, type CodeItem, findCode, useCode } from '../grants/codes.ts';
import { findConsent } from '../grants/consents.ts';
import { type FoundDevice, findDeviceCode, replaceDevice } from '../grants/device-codes.ts';
import {
  findGrant,
  type GrantItem,
  insertGrant,
  judgeToken,
  parseRefreshToken,
  revokeGrant,
  rotateGrant,
} from '../grants/grants.ts';
import { assertExchangeable, invalidGrant } from './code-exchange.ts';
import { exchangeToken } from './contract.ts';
import { judgePoll } from './device-poll.ts';
import { issuePersonTokens, type PersonTokens, requireGrantedAccess } from './issue-person-tokens.ts';
import { findTokenProof, invalidProof } from './token-proof.ts';

type ExchangeContext = Context<typeof exchangeToken>;

const missing = (name: string): Failure =>
  new Failure('VALIDATION_ERROR', `${name} is missing.`, { target: name });

const present = (
  { accessToken, idToken }: PersonTokens,
  scopes: readonly string[],
  jkt: string | undefined,
  refreshToken?: string,
) =>
  ok(
    {
      access_token: accessToken,
      token_type: jkt === undefined ? ('Bearer' as const) : ('DPoP' as const),
      expires_in: tokenLifetime,
      scope: scopes.join(' '),
      ...(idToken !== undefined && { id_token: idToken }),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    },
    { headers: { Pragma: 'no-cache' } },
  );

type Exchanged = Write<ReturnType<typeof present>>;

/** Asserts that a code or a grant that is bound to a key is used with that key. @throws Failure 400 INVALID_GRANT */
function assertOwnKey({ dpopJkt }: Pick<Authorization, 'dpopJkt'>, jkt: string | undefined): void {
  if (dpopJkt !== undefined && dpopJkt !== jkt)
    throw invalidGrant('It is bound to a key, and the request has no DPoP proof by that key (RFC 9449).');
}

/** What the request names, as far as it exists; whether it is the client's is decided once that is known. */
interface FoundAuthorization {
  readonly code?: CodeItem | undefined;
  readonly grant?: GrantItem | undefined;
  readonly device?: FoundDevice | undefined;
}

/** Reads what is exchanged, beside the client. One read. */
async function findAuthorization({ body, platform, now }: ExchangeContext): Promise<FoundAuthorization> {
  const { grant_type: grantType, code, refresh_token: refreshToken, device_code: deviceCode } = body;
  if (grantType === 'authorization_code' && code !== undefined)
    return { code: await findCode(platform, code) };
  if (grantType === deviceCodeGrant && deviceCode !== undefined)
    return { device: await findDeviceCode(platform, deviceCode) };
  const token =
    grantType === 'refresh_token' && refreshToken !== undefined ? parseRefreshToken(refreshToken) : undefined;
  return token ? { grant: await findGrant(platform, token.grantId, now) } : {};
}

/** Gives the first tokens for what a person has allowed, and uses up what stands for it. */
async function giveTokens(
  client: ClientItem,
  authorization: Authorization,
  { grantId, used }: { readonly grantId: string; readonly used: Change },
  { platform, now, newId }: ExchangeContext,
  jkt: string | undefined,
): Promise<Exchanged> {
  const access = await requireGrantedAccess(platform, authorization, grantId);
  const { idTokenSignedResponseAlg: idTokenAlgorithm, clientType } = getSignIn(client);
  const { clientId, userId, tenantCode, sessionId, scopes } = authorization;
  const tokens = await issuePersonTokens({
    ...{ authorization, access, grantId, scopes, idTokenAlgorithm, jkt, now, newId },
  });
  // Who can keep a secret proves itself at every refresh; a public client does it by its key (RFC 9449 5).
  const dpopJkt = clientType === 'public' ? jkt : undefined;
  const place = { clientId, userId, tenantCode, scopes, sessionId, dpopJkt };
  const grant = scopes.includes('offline_access')
    ? insertGrant(platform, grantId, { ...place, ...getAuthentication(authorization) }, now)
    : undefined;
  const changes = [used, ...(grant ? [grant.change] : []), recordSignIn(access.tenant, access.subject, now)];
  return write(changes, present(tokens, scopes, jkt, grant?.refreshToken));
}

/** A code becomes tokens. A second use ends what the first one gave (RFC 6749 4.1.2). */
async function exchangeCode(
  client: ClientItem,
  { code }: FoundAuthorization,
  context: ExchangeContext,
  jkt: string | undefined,
): Promise<Exchanged> {
  const { body, platform, now } = context;
  if (body.code === undefined) throw missing('code');
  if (!code || code.clientId !== client.id)
    throw invalidGrant('The code is unknown, or was issued to another client.');
  if (code.grantId !== undefined) {
    await commit(revokeGrant(platform, { id: code.grantId, tenantCode: code.tenantCode }, now));
    throw invalidGrant('The code was used already; what it gave has ended.');
  }
  assertExchangeable(code, client, { redirectUri: body.redirect_uri, codeVerifier: body.code_verifier }, now);
  assertOwnKey(code, jkt);
  const grantId = code.plannedGrantId ?? context.newId();
  const used = useCode(platform, body.code, grantId);
  return giveTokens(client, code, { grantId, used }, context, jkt);
}

/** What a person has allowed a device becomes tokens, once; until then the device learns how it stands (RFC 8628 3.5). */
async function exchangeDeviceCode(
  client: ClientItem,
  { device }: FoundAuthorization,
  context: ExchangeContext,
  jkt: string | undefined,
): Promise<Exchanged> {
  const { body, platform, now } = context;
  if (body.device_code === undefined) throw missing('device_code');
  if (!device || device.item.clientId !== client.id)
    throw invalidGrant('The device code is unknown, or was issued to another client.');
  const result = judgePoll(device.item, now);
  if (result.kind === 'refused') {
    if (result.set) await commit([replaceDevice(platform, device, result.set)]);
    throw new Failure(result.code);
  }
  const { authorization, grantId } = result.approved;
  // The person may have taken back since then what they allowed.
  if (!(await findConsent(platform, authorization, now)))
    throw invalidGrant('The person no longer allows it; begin again.');
  const used = replaceDevice(platform, device, { status: 'used', approved: undefined });
  return giveTokens(client, authorization, { grantId, used }, context, jkt);
}

/** The scopes of a renewed access token: some of the grant's (RFC 6749 6). */
function narrowScopes(granted: readonly string[], requested: string | undefined): readonly string[] {
  if (requested === undefined) return granted;
  const names = parseScope(requested);
  const more = names.filter((scope) => !granted.includes(scope));
  if (more.length > 0)
    throw new Failure('INVALID_SCOPE', `The person has not allowed the scope ${more.join(' ')}.`, {
      target: 'scope',
    });
  return names;
}

/** A refresh token becomes new tokens. One that was used before ends the grant (RFC 9700 4.14.2). */
async function refresh(
  client: ClientItem,
  { grant }: FoundAuthorization,
  context: ExchangeContext,
  jkt: string | undefined,
): Promise<Exchanged> {
  const { body, platform, now, newId } = context;
  if (body.refresh_token === undefined) throw missing('refresh_token');
  const token = parseRefreshToken(body.refresh_token);
  if (!token || !grant || grant.clientId !== client.id)
    throw invalidGrant('The refresh token is unknown or has expired, or was issued to another client.');
  const state = judgeToken(grant, token.secret, now);
  if (state.kind === 'reused') {
    await commit(revokeGrant(platform, grant, now));
    throw invalidGrant('The refresh token was used before; everything that was granted has ended.');
  }
  assertOwnKey(grant, jkt);
  const scopes = narrowScopes(grant.scopes, body.scope);
  const access = await requireGrantedAccess(platform, grant);
  const tokens = await issuePersonTokens({
    ...{ authorization: grant, access, grantId: grant.id, scopes, jkt, now, newId },
    idTokenAlgorithm: getSignIn(client).idTokenSignedResponseAlg,
  });
  if (state.kind === 'repeated') return write([], present(tokens, scopes, jkt, state.refreshToken));
  const { change, refreshToken } = rotateGrant(platform, grant, token.secret, now);
  return write([change], present(tokens, scopes, jkt, refreshToken));
}

const isGrantType = (text: string): text is GrantType => grantTypes.some((known) => known === text);

async function exchange(
  context: ExchangeContext,
  client: ClientItem,
  found: FoundAuthorization,
  jkt: string | undefined,
): Promise<Exchanged> {
  const { body, platform, request } = context;
  const { grant_type: grantType } = body;
  if (!isGrantType(grantType))
    throw new Failure('UNSUPPORTED_GRANT_TYPE', `grant_type must be one of ${grantTypes.join(', ')}.`, {
      target: 'grant_type',
    });
  if (!mayUseGrant(client, grantType))
    throw new Failure('UNAUTHORIZED_CLIENT', `The client is not registered for the grant ${grantType}.`);
  if (grantType === 'authorization_code') return exchangeCode(client, found, context, jkt);
  if (grantType === 'refresh_token') return refresh(client, found, context, jkt);
  if (grantType === deviceCodeGrant) return exchangeDeviceCode(client, found, context, jkt);
  const granted = { ...context, jkt };
  const { accessToken, scope } = await issueClientToken(platform, client, body.scope, request, granted);
  return write([], present({ accessToken, idToken: undefined }, parseScope(scope), jkt));
}

export const handler = lambda(exchangeToken, async (context) => {
  const { body, platform, request, now } = context;
  const [client, found] = await Promise.all([
    authenticateTokenClient(platform, body, request, now, { publicToo: true }),
    findAuthorization(context),
  ]);
  const proof = findTokenProof(platform, request, exchangeToken.path, now);
  if (!proof && getSignIn(client).dpopBoundAccessTokens)
    throw invalidProof('The client gets tokens with a DPoP proof only (RFC 9449).');
  const { changes, reply } = await exchange(context, client, found, proof?.jkt);
  return write([...changes, ...(proof ? [proof.change] : [])], reply);
});
