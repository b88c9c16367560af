// A request of an application to sign a person out: whom it means, and where the person returns.
import { findActiveClient, getSignIn } from '../../../../shared/auth/clients/clients.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import type { CurrentSession } from '../../sessions/store.ts';
import { readIdTokenHint } from './id-token-hint.ts';
import type { LogoutValues } from './sign-out-page.ts';

/** A request that was read. */
export interface LogoutRequest {
  /** The registered address to return to, with the state; undefined where there is none. */
  readonly returnUrl: string | undefined;
  /** Whether the application has shown that the session is its own: then nobody is asked. */
  readonly isOfSession: boolean;
}

/** Reads a request. At most two reads beside the key of the hint. */
export async function readLogoutRequest(
  platform: PlatformStore,
  values: LogoutValues,
  current: CurrentSession | undefined,
  now: Date,
): Promise<LogoutRequest> {
  const { id_token_hint: token, client_id: named, post_logout_redirect_uri: address, state } = values;
  const hint = token === undefined ? undefined : await readIdTokenHint(token, now);
  const isContradictory = hint !== undefined && named !== undefined && named !== hint.clientId;
  const clientId = isContradictory ? undefined : (hint?.clientId ?? named);
  const client = clientId === undefined ? undefined : await findActiveClient(platform, clientId);
  const isRegistered =
    address !== undefined &&
    client !== undefined &&
    getSignIn(client).postLogoutRedirectUris.includes(address);
  return {
    returnUrl: isRegistered ? addState(address, state) : undefined,
    isOfSession: client !== undefined && hint !== undefined && hint.sessionId === current?.session.id,
  };
}

const addState = (address: string, state: string | undefined): string =>
  state === undefined
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`;
