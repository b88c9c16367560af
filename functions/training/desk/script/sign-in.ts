// Signing in and out, and the session of the person. A part of the script of the page for instructors, in which all parts share one scope.

export const signInScript = String.raw`// Sign-in: the authorization code flow with PKCE (RFC 7636), for the public client of the tenant.
const storeName = 'desk:' + config.tenant;
const encode = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
const readJson = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
let session = readJson(sessionStorage.getItem(storeName));
let sessionEnded = false;
// Whose entries wait: it stays when the token has ended, so that what is scanned then is sent after the next sign-in.
let subject = session === null ? '' : session.subject;

async function beginSignIn() {
  const pending = { state: random(), verifier: random(), hash: location.hash };
  sessionStorage.setItem(storeName + ':pending', JSON.stringify(pending));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier));
  location.assign(
    config.identity + '/connect/authorize?' +
      new URLSearchParams({
        client_id: config.clientId,
        response_type: 'code',
        response_mode: 'fragment',
        redirect_uri: config.address,
        scope: config.scope,
        state: pending.state,
        code_challenge: encode(new Uint8Array(digest)),
        code_challenge_method: 'S256',
        ui_locales: config.language,
      }),
  );
}

/** Takes the answer of the sign-in from the address. @returns whether it failed */
async function completeSignIn() {
  const answer = new URLSearchParams(location.hash.slice(1));
  if (!answer.has('state')) return false;
  const pending = readJson(sessionStorage.getItem(storeName + ':pending'));
  sessionStorage.removeItem(storeName + ':pending');
  const isOwn = pending !== null && answer.get('state') === pending.state && answer.get('iss') === config.issuer;
  history.replaceState(null, '', location.pathname + (isOwn ? pending.hash : ''));
  if (!isOwn || !answer.has('code')) return true;
  try {
    const reply = await fetch(config.identity + '/connect/token', {
      method: 'POST',
      credentials: 'omit',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: config.clientId,
        redirect_uri: config.address,
        code: answer.get('code'),
        code_verifier: pending.verifier,
      }),
    });
    const tokens = await reply.json();
    if (!reply.ok) return true;
    const claims = JSON.parse(atob(tokens.id_token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
    session = { token: tokens.access_token, idToken: tokens.id_token, subject: claims.sub };
    subject = claims.sub;
    sessionStorage.setItem(storeName, JSON.stringify(session));
    return false;
  } catch {
    return true;
  }
}

/** The token is forgotten; the queue stays. */
function endSession() {
  sessionStorage.removeItem(storeName);
  session = null;
  sessionEnded = true;
}

function signOut() {
  const count = queue.size;
  if (count > 0 && !confirm(fill(texts.signOutWaiting, count))) return;
  const idToken = session === null ? '' : session.idToken;
  sessionStorage.clear();
  location.assign(
    config.identity + '/connect/endsession?' +
      new URLSearchParams({
        client_id: config.clientId,
        ...(idToken !== '' && { id_token_hint: idToken }),
        post_logout_redirect_uri: config.address,
      }),
  );
}

`;
