// Which registered address a request means: it is compared exactly (RFC 9700 2.1), with two exceptions by rule.
import { type ClientItem, getSignIn } from '../../../../shared/auth/clients/clients.ts';

/**
 * The address without its port; apps on a device listen where there is room (RFC 8252 7.3). Everything else is compared
 * as it is written: what a URL parser leaves out, such as line breaks, is not registered.
 */
function removeLoopbackPort(address: string): string | undefined {
  const [, host, rest] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d+)?(|[/?].*)$/s.exec(address) ?? [];
  if (host === undefined || rest === undefined || !URL.canParse(address)) return undefined;
  return `${host}${rest.startsWith('/') ? '' : '/'}${rest}`;
}

function isSameLoopback(registered: string, requested: string): boolean {
  const [own, other] = [removeLoopbackPort(registered), removeLoopbackPort(requested)];
  return own !== undefined && own === other;
}

/**
 * Whether a request names an address whose query was not encoded: what follows its first `&` came as parameters of the
 * request itself. For legacy clients alone.
 */
function isUnencoded(registered: string, requested: string, parameters: Parameters): boolean {
  const [first = '', ...rest] = registered.split('&');
  if (rest.length === 0 || first !== requested) return false;
  return [...new URLSearchParams(rest.join('&'))].every(([name, value]) => parameters[name] === value);
}

/** The parameters of a request as they were sent. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/**
 * The address to which the answer goes; undefined when the client has not registered it. A client with a single address
 * must name it too, because OpenID Connect requires that (Core 3.1.2.1).
 */
export function findRedirectUri(client: ClientItem, parameters: Parameters): string | undefined {
  const { redirect_uri: requested } = parameters;
  const { redirectUris, isLegacy, clientType } = getSignIn(client);
  if (requested === undefined) return undefined;
  if (redirectUris.includes(requested)) return requested;
  if (clientType === 'public' && redirectUris.some((registered) => isSameLoopback(registered, requested)))
    return requested;
  return isLegacy
    ? redirectUris.find((registered) => isUnencoded(registered, requested, parameters))
    : undefined;
}
