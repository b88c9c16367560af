// The reference page's script: signs in by the two-step login and gives the token and the tenant to Scalar.

/** @typedef {{ openapi: string, components?: { parameters?: Record<string, { example?: string }> } }} ApiDocument */

const settings = JSON.parse(document.getElementById('page-settings').textContent);
const element = (id) => document.getElementById(id);

/** The session: null until a user signs in. The password stays in memory only, to enter another workspace. */
let session = null;
let reference = null;
/** @type {ApiDocument[]} */
let documents = [];

const fonts = `
  :root { --scalar-custom-header-height: var(--bar-height); }
  .light-mode, .dark-mode {
    --scalar-font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
    --scalar-font-code: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace;
  }
  .light-mode { --scalar-color-accent: #0f766e; --scalar-background-accent: #0f766e14; }
  .dark-mode { --scalar-color-accent: #5eead4; --scalar-background-accent: #5eead41f; }
`;

/** The documents with the session's tenant in the place of the example's. */
const documentFor = (document, tenantCode) => {
  const copy = structuredClone(document);
  const parameter = copy.components?.parameters?.TenantCode;
  if (parameter && tenantCode) parameter.example = tenantCode;
  return copy;
};

/** Scalar's configuration: nothing is fetched from, or sent to, anywhere but here. */
const configuration = () => ({
  sources: settings.documents.map(({ title, slug }, at) => ({
    title,
    slug,
    content: documentFor(documents[at], session?.tenantCode),
    agent: { disabled: true },
  })),
  agent: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  theme: 'default',
  customCss: fonts,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
  operationTitleSource: 'summary',
  orderSchemaPropertiesBy: 'preserve',
  authentication: {
    preferredSecurityScheme: 'bearer',
    securitySchemes: { bearer: { token: session?.accessToken ?? '' } },
  },
});

/** Renders the reference again; the fragment of the address restores the position. */
const showReference = () => {
  reference?.destroy();
  const place = element('reference');
  place.replaceChildren();
  reference = globalThis.Scalar.createApiReference(place, configuration());
};

const say = (text, isWrong = false) => {
  const place = element('message');
  place.textContent = text;
  place.classList.toggle('wrong', isWrong);
};

const call = async (path, body) => {
  const response = await fetch(settings.identity + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.error_description ?? `The platform answered ${response.status}.`);
  return reply;
};

const open = (isOpen) => {
  element('panel').classList.toggle('open', isOpen);
  element('toggle').setAttribute('aria-expanded', String(isOpen));
};

/** On a narrow screen the panel folds away: the button that opens it takes the focus instead. */
const focusOn = (id) => {
  const isWide = matchMedia('(min-width: 900px)').matches;
  element(isWide ? id : 'toggle').focus({ preventScroll: true });
};

const showSession = () => {
  element('sign-in').hidden = session !== null;
  element('session').hidden = session === null;
  element('toggle').textContent = session ? session.tenantCode : 'Sign in';
};

/** The second step: a token for one workspace. */
const enter = async (credentials, workspaces, tenantCode) => {
  const { accessToken, expiresIn } = await call('/api/v1/Services/AuthorizeUserForWorkSpace', {
    ...credentials,
    tenantCode,
  });
  session = { credentials, workspaces, tenantCode, accessToken };
  const until = new Date(Date.now() + expiresIn * 1000).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
  });
  showSession();
  say(`${credentials.userName}, until ${until}`);
  showReference();
};

const signIn = async (event) => {
  event.preventDefault();
  const credentials = { userName: element('user-name').value, password: element('password').value };
  say('Signing in.');
  try {
    const { workSpaceList } = await call('/api/v1/Services/Authrize', credentials);
    const [first] = workSpaceList;
    if (!first) throw new Error('This user may enter no workspace.');
    const options = workSpaceList.map(
      ({ tenantCode, name }) => new Option(`${name ?? tenantCode} (${tenantCode})`, tenantCode),
    );
    element('workspace').replaceChildren(...options);
    await enter(credentials, workSpaceList, first.tenantCode);
    open(false);
    focusOn('workspace');
  } catch (error) {
    say(error.message, true);
  }
};

const switchWorkspace = async () => {
  const { credentials, workspaces, tenantCode } = session;
  try {
    await enter(credentials, workspaces, element('workspace').value);
  } catch (error) {
    element('workspace').value = tenantCode;
    say(error.message, true);
  }
};

const copyToken = async () => {
  try {
    await navigator.clipboard.writeText(session.accessToken);
    say('The token is in the clipboard.');
  } catch {
    say('The browser did not allow copying.', true);
  }
};

const signOut = () => {
  session = null;
  showSession();
  say('Signed out.');
  showReference();
  focusOn('user-name');
};

/** A demo user's password is filled in with the name. */
const fillPassword = () => {
  const known = settings.users.find(({ userName }) => userName === element('user-name').value);
  if (known) element('password').value = known.password;
};

element('sign-in').addEventListener('submit', signIn);
element('user-name').addEventListener('input', fillPassword);
element('workspace').addEventListener('change', switchWorkspace);
element('copy').addEventListener('click', copyToken);
element('sign-out').addEventListener('click', signOut);
element('toggle').addEventListener('click', () => open(!element('panel').classList.contains('open')));
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !element('panel').classList.contains('open')) return;
  open(false);
  element('toggle').focus();
});

try {
  documents = await Promise.all(settings.documents.map(async ({ url }) => (await fetch(url)).json()));
  showReference();
} catch {
  element('reference').textContent = 'The documents could not be loaded. Is the platform still running?';
}
