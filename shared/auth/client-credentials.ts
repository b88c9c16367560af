// Reads an OAuth client's credentials: by HTTP Basic or in the form, never both (RFC 6749 2.3.1).

/** The credentials a client sent; `secret` is absent for a client that has none. */
export interface ClientCredentials {
  readonly method: 'basic' | 'form' | 'none';
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** Why the credentials are invalid; `basic` means that the reply needs `WWW-Authenticate: Basic` (RFC 6749 5.2). */
export interface InvalidClientCredentials {
  readonly problem: 'missing' | 'malformed' | 'two methods';
  readonly basic: boolean;
}

const createInvalidCredentials = (
  problem: InvalidClientCredentials['problem'],
  basic: boolean,
): InvalidClientCredentials => ({
  problem,
  basic,
});

/** RFC 6749 appendix B: both halves of Basic are form-encoded before they are joined. */
function decodeFormValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function parseBasicCredentials(value: string): ClientCredentials | InvalidClientCredentials {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return createInvalidCredentials('malformed', true);
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return createInvalidCredentials('malformed', true);
  const clientId = decodeFormValue(text.slice(0, colon));
  const secret = decodeFormValue(text.slice(colon + 1));
  if (!clientId || secret === undefined) return createInvalidCredentials('malformed', true);
  return { method: 'basic', clientId, secret };
}

/**
 * The credentials in a request's Authorization header and form.
 * A secret in both places is invalid; the form may repeat the client_id of the header.
 */
export function parseClientCredentials(
  authorization: string | undefined,
  form: { readonly client_id?: string | undefined; readonly client_secret?: string | undefined },
): ClientCredentials | InvalidClientCredentials {
  const basic = /^Basic(?: +(.*))?$/i.exec(authorization ?? '');
  if (basic) {
    if (form.client_secret !== undefined) return createInvalidCredentials('two methods', true);
    const sent = parseBasicCredentials((basic[1] ?? '').trim());
    if ('clientId' in sent && form.client_id !== undefined && form.client_id !== sent.clientId)
      return createInvalidCredentials('two methods', true);
    return sent;
  }
  if (authorization !== undefined && authorization !== '')
    return createInvalidCredentials('malformed', false);
  if (!form.client_id) return createInvalidCredentials('missing', false);
  return form.client_secret === undefined
    ? { method: 'none', clientId: form.client_id, secret: undefined }
    : { method: 'form', clientId: form.client_id, secret: form.client_secret };
}
