// Commands that sign the person who uses them in to a platform, by the grant of devices (RFC 8628;
// docs/identity.md#commands).
import * as openid from 'openid-client';
import { CommandError } from '../command/command-error.ts';
import { BadArguments, parseAddress } from '../command/command-line.ts';
import { createProgress } from '../command/progress.ts';
import { dataDirPaths } from '../local/data-dir.ts';
import { findRunningPlatform } from '../local/running-platform.ts';
import type { Command, RemoteContext } from './command.ts';
import { getSignInsFile, readSignIns, type StoredSignIn, storeSignIn } from './stored-sign-ins.ts';

/** The client of the commands in the demo; elsewhere an administrator registers one. */
const commandsClientId = 'rostrum-commands';

/** What the commands may do: everything that the person may in the areas, while the person does not use them too. */
const defaultScopes = [
  ...['openid', 'profile', 'offline_access'],
  ...['UsersAPI', 'AccreditationAPI', 'BilltrackingApi'],
];

/** An access token that ends sooner is renewed first; seconds. */
export const renewalSeconds = 60;

const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** The platform at an address, which names itself by the same address (RFC 8414 3.3). */
async function discover(address: string, clientId: string): Promise<openid.Configuration> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopback(url))
    throw new BadArguments(`--platform must be an https address, but was ${address}.`);
  const execute = url.protocol === 'https:' ? [] : [openid.allowInsecureRequests];
  try {
    return await openid.discovery(url, clientId, undefined, openid.None(), { execute });
  } catch {
    throw new CommandError(
      `No platform answers at ${address}: --platform is the address of its identity area, such as http://localhost:3000/identity.`,
    );
  }
}

async function findLocalAddress(): Promise<string> {
  const running = await findRunningPlatform(dataDirPaths());
  if (!running)
    throw new BadArguments('No platform runs here: start it with npm start, or name one with --platform.');
  return running.identity;
}

/** The stored sign-in that is meant: that of the platform which is named, or the only one. @throws CommandError */
async function requireSignIn({ options }: RemoteContext): Promise<readonly [issuer: string, StoredSignIn]> {
  const stored = Object.entries(await readSignIns());
  const named =
    options.platform === undefined
      ? stored
      : stored.filter(([issuer]) => issuer === parseAddress('platform', options.platform ?? ''));
  const [found, ...others] = named;
  if (!found) throw new CommandError('You are not signed in there; sign in with: npm run admin -- sign-in');
  if (others.length > 0)
    throw new BadArguments(
      `You are signed in to several platforms; name one with --platform: ${named.map(([issuer]) => issuer).join(', ')}`,
    );
  return found;
}

const toStored = (
  clientId: string,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): StoredSignIn => ({
  clientId,
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token,
  expiresAt: Math.floor(Date.now() / 1000) + (tokens.expiresIn() ?? 0),
});

/** The OAuth error of a reply; undefined for everything else that went wrong. */
const getOAuthError = (error: unknown): string | undefined =>
  error instanceof openid.ResponseBodyError ? error.error : undefined;

/** Why there are no tokens. */
function describeRefusal(error: unknown): CommandError {
  const refusal = getOAuthError(error);
  if (refusal === 'access_denied') return new CommandError('It was not allowed; nothing was stored.');
  if (refusal === 'expired_token' || (error instanceof Error && error.name === 'TimeoutError'))
    return new CommandError('The code has expired without an answer; nothing was stored.');
  const reason = error instanceof openid.ResponseBodyError ? error.error_description : undefined;
  return new CommandError(`The sign-in failed: ${reason ?? 'the platform does not answer as it should'}`);
}

/** Says where the person answers, and waits for that; ctrl-c ends it at once. */
async function waitForAnswer(
  config: openid.Configuration,
  codes: openid.DeviceAuthorizationResponse,
  say: RemoteContext['say'],
) {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  const interruption = new Promise<never>((_, reject) => {
    stopped.signal.onabort = () => reject(new CommandError('Stopped; nothing was stored.'));
  });
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(codes.expires_in * 1000)]);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  say(`Open ${codes.verification_uri} in a browser, and enter the code ${codes.user_code}`);
  if (codes.verification_uri_complete !== undefined)
    say(`or open ${codes.verification_uri_complete} and compare the code.`);
  const progress = createProgress(process.stderr);
  progress.begin('Waiting for your answer, seconds', codes.expires_in);
  const ticks = setInterval(() => progress.add(1), 1000);
  try {
    const answer = openid.pollDeviceAuthorizationGrant(config, codes, undefined, { signal });
    return await Promise.race([answer, interruption]);
  } catch (error) {
    throw error instanceof CommandError ? error : describeRefusal(error);
  } finally {
    clearInterval(ticks);
    progress.end();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

async function signIn({ options, say }: RemoteContext): Promise<void> {
  const clientId = options.client ?? commandsClientId;
  const address =
    options.platform === undefined ? await findLocalAddress() : parseAddress('platform', options.platform);
  const config = await discover(address, clientId);
  const scope = (options.scopes.length > 0 ? options.scopes : defaultScopes).join(' ');
  const codes = await openid.initiateDeviceAuthorization(config, { scope }).catch((error: unknown) => {
    throw describeRefusal(error);
  });
  const tokens = await waitForAnswer(config, codes, say);
  const { issuer } = config.serverMetadata();
  const { [issuer]: earlier } = await readSignIns();
  await storeSignIn(issuer, toStored(clientId, tokens));
  if (earlier) await revoke(issuer, earlier).catch(() => undefined);
  const claims = tokens.claims();
  say(`Signed in to ${issuer}${claims?.tenant === undefined ? '' : `, for ${claims.tenant}`}.`);
  say(`The tokens are in ${getSignInsFile()}, which only you can read.`);
}

const revoke = async (issuer: string, { clientId, refreshToken, accessToken }: StoredSignIn): Promise<void> =>
  openid.tokenRevocation(await discover(issuer, clientId), refreshToken ?? accessToken);

async function signOut(session: RemoteContext): Promise<void> {
  const [issuer, stored] = await requireSignIn(session);
  await storeSignIn(issuer, undefined);
  try {
    await revoke(issuer, stored);
  } catch {
    throw new CommandError(
      `The tokens are removed here, but ${issuer} did not revoke them: take the access from the application on the page /Account/Access there.`,
    );
  }
  session.say(`Signed out of ${issuer}: the tokens are revoked, and removed here.`);
}

/** The tokens, renewed where the access token ends soon. @throws CommandError when the sign-in has ended */
async function renew(issuer: string, stored: StoredSignIn): Promise<StoredSignIn> {
  if (stored.expiresAt - renewalSeconds > Date.now() / 1000) return stored;
  const { clientId, refreshToken } = stored;
  const config = await discover(issuer, clientId);
  try {
    if (refreshToken !== undefined) {
      const renewed = toStored(clientId, await openid.refreshTokenGrant(config, refreshToken));
      await storeSignIn(issuer, renewed);
      return renewed;
    }
  } catch (error) {
    if (getOAuthError(error) === undefined) throw describeRefusal(error);
  }
  await storeSignIn(issuer, undefined);
  throw new CommandError('Your sign-in has ended; sign in again with: npm run admin -- sign-in');
}

async function printAccessToken(session: RemoteContext): Promise<void> {
  const [issuer, stored] = await requireSignIn(session);
  session.say((await renew(issuer, stored)).accessToken);
}

export const signInCommands: Readonly<Record<string, Command<RemoteContext>>> = {
  'sign-in': {
    usage: '[--platform <address>] [--client <client_id>] [--scope <scope> ...]',
    maxNames: 0,
    options: ['platform', 'client', 'scopes'],
    summary: 'sign in to a platform: you answer in a browser, and the tokens are stored for you alone',
    run: signIn,
  },
  'sign-out': {
    usage: '[--platform <address>]',
    maxNames: 0,
    options: ['platform'],
    summary: 'revoke the tokens of the sign-in, and remove them',
    run: signOut,
  },
  'access-token': {
    usage: '[--platform <address>]',
    maxNames: 0,
    options: ['platform'],
    summary: 'print an access token of the sign-in, for other programs; renewed where it ends soon',
    run: printAccessToken,
  },
};
