// The script of the pages that take passkeys: the only one that they load. Without it the other ways remain.
import { createHash } from 'node:crypto';

/** Shows the forms of passkeys, and fills them with what the browser answers to a challenge. */
export const passkeyScript = `'use strict';
const decode = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\\+/g, '-')
    .replace(/\\//g, '_')
    .replace(/=+$/, '');
const decodeIds = (list) => (list || []).map((entry) => ({ ...entry, id: decode(entry.id) }));

async function ask({ kind, publicKey }) {
  const common = { ...publicKey, challenge: decode(publicKey.challenge) };
  if (kind === 'create') {
    const created = await navigator.credentials.create({
      publicKey: {
        ...common,
        user: { ...publicKey.user, id: decode(publicKey.user.id) },
        excludeCredentials: decodeIds(publicKey.excludeCredentials),
      },
    });
    const { response } = created;
    return present(created, {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports ? response.getTransports() : [],
    });
  }
  const used = await navigator.credentials.get({
    publicKey: { ...common, allowCredentials: decodeIds(publicKey.allowCredentials) },
  });
  const { response } = used;
  return present(used, {
    clientDataJSON: encode(response.clientDataJSON),
    authenticatorData: encode(response.authenticatorData),
    signature: encode(response.signature),
    ...(response.userHandle && { userHandle: encode(response.userHandle) }),
  });
}

const present = ({ id, type, authenticatorAttachment }, response) => ({
  id,
  rawId: id,
  type,
  response,
  clientExtensionResults: {},
  ...(authenticatorAttachment && { authenticatorAttachment }),
});

function show(form, text) {
  const problem = form.querySelector('.problem');
  problem.textContent = text;
  problem.hidden = false;
}

async function answer(form) {
  const reply = await fetch(location.pathname + '/passkey', { method: 'POST' });
  const challenge = await reply.json();
  if (reply.status === 409) {
    form.querySelector('button').disabled = true;
    return show(form, form.dataset.limit);
  }
  if (challenge.kind === 'none') return location.reload();
  form.elements.credential.value = JSON.stringify(await ask(challenge));
  const remember = document.querySelector('input[name=remember][type=checkbox]');
  if (remember && form.elements.remember) form.elements.remember.value = remember.checked ? 'yes' : '';
  form.submit();
}

if (window.PublicKeyCredential)
  for (const form of document.querySelectorAll('form.passkey')) {
    form.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      form.querySelector('.problem').hidden = true;
      answer(form).catch((error) =>
        show(
          form,
          error.name === 'InvalidStateError'
            ? form.dataset.known
            : form.dataset.unused,
        ),
      );
    });
  }
`;

/** What the page says of its content (Subresource Integrity). */
export const passkeyScriptHash = `sha256-${createHash('sha256').update(passkeyScript).digest('base64')}`;
