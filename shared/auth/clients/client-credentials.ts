// Reads an OAuth client's credentials: by HTTP Basic, in the form or as an assertion, never two (RFC 6749 2.3, RFC 7521 4.2).

/** The parameters of a form by which a client may authenticate. */
export interface ClientForm {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

/** The credentials a client sent; `secret` is absent for a client that has none, and an `assertion` is the signed JWT. */
export interface ClientCredentials {
  readonly method: 'basic' | 'form' | 'assertion' | 'none';
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** Why the credentials are invalid; `basic` means that the reply needs `WWW-Authenticate: Basic` (RFC 6749 5.2). */
export interface InvalidClientCredentials {
  readonly problem: 'missing' | 'malformed' | 'assertion' | 'two methods';
  readonly basic: boolean;
}

/** RFC 7523 2.2. */
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

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

/** The client that an assertion is about; it is not verified yet. */
function readSubject(assertion: string): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims?.sub === 'string' ? claims.sub : undefined;
  } catch {
    return undefined;
  }
}

/** The form may name the client too; the name must be the same (RFC 7521 4.2). */
function parseAssertion(assertion: string, form: ClientForm): ClientCredentials | InvalidClientCredentials {
  if (form.client_secret !== undefined) return createInvalidCredentials('two methods', false);
  const clientId = readSubject(assertion);
  const isNamed = form.client_id === undefined || form.client_id === clientId;
  if (form.client_assertion_type !== assertionType || clientId === undefined || !isNamed)
    return createInvalidCredentials('assertion', false);
  return { method: 'assertion', clientId, secret: assertion };
}

/**
 * The credentials in a request's Authorization header and form.
 * A secret in both places is invalid; the form may repeat the client_id of the header.
 */
export function parseClientCredentials(
  authorization: string | undefined,
  form: ClientForm,
): ClientCredentials | InvalidClientCredentials {
  const basic = /^Basic(?: +(.*))?$/i.exec(authorization ?? '');
  if (basic) {
    if (form.client_secret !== undefined || form.client_assertion !== undefined)
      return createInvalidCredentials('two methods', true);
    const sent = parseBasicCredentials((basic[1] ?? '').trim());
    if ('clientId' in sent && form.client_id !== undefined && form.client_id !== sent.clientId)
      return createInvalidCredentials('two methods', true);
    return sent;
  }
  if (authorization !== undefined && authorization !== '')
    return createInvalidCredentials('malformed', false);
  if (form.client_assertion !== undefined) return parseAssertion(form.client_assertion, form);
  if (!form.client_id) return createInvalidCredentials('missing', false);
  return form.client_secret === undefined
    ? { method: 'none', clientId: form.client_id, secret: undefined }
    : { method: 'form', clientId: form.client_id, secret: form.client_secret };
}
