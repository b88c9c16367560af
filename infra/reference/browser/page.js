// The reference's script: signs in by the two-step login, sends the requests of the pages with that token and tenant,
// and opens further pages within this one, so that the session lives as long as the tab.

const settings = JSON.parse(document.getElementById('page-settings').textContent);
const element = (id) => document.getElementById(id);

/** The session: null until a user signs in. The password stays in memory only, to enter another workspace. */
let session = null;

/** The form of a page names the session's tenant. */
const fillTenant = () => {
  const input = element('try')?.elements.namedItem('header:tenant-code');
  if (input && session) input.value = session.tenantCode;
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
  fillTenant();
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

/** The parts of the form that go to one place and are not empty. */
const listInputs = (form, place) =>
  [...form.elements]
    .filter(({ name, value }) => name.startsWith(`${place}:`) && value !== '')
    .map(({ name, value }) => [name.slice(place.length + 1), value]);

const buildRequest = (form) => {
  const { method, path, type } = form.dataset;
  const filled = listInputs(form, 'path').reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(listInputs(form, 'query')).toString();
  const headers = new Headers(listInputs(form, 'header'));
  if (session && !('public' in form.dataset)) headers.set('Authorization', `Bearer ${session.accessToken}`);
  const text = form.elements.namedItem('body')?.value ?? '';
  if (text !== '') headers.set('Content-Type', type);
  const isForm = type === 'application/x-www-form-urlencoded';
  const body = text === '' ? undefined : isForm ? new URLSearchParams(JSON.parse(text)) : text;
  return [query === '' ? filled : `${filled}?${query}`, { method, headers, body, redirect: 'manual' }];
};

const createElement = (name, text) => Object.assign(document.createElement(name), { textContent: text });

/** The body of a reply as an element: a picture, a file to open, or text. */
const showBody = async (response) => {
  const type = response.headers.get('Content-Type') ?? '';
  if (/^image\//.test(type)) {
    return Object.assign(new Image(), { alt: 'The reply', src: URL.createObjectURL(await response.blob()) });
  }
  if (/pdf|spreadsheet/.test(type)) {
    const link = createElement('a', 'Open the file');
    return Object.assign(link, { href: URL.createObjectURL(await response.blob()), target: '_blank' });
  }
  const text = await response.text();
  const place = createElement('pre', /json/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text);
  place.tabIndex = 0;
  return place;
};

const send = async (form) => {
  const place = element('reply');
  place.hidden = false;
  try {
    const [address, options] = buildRequest(form);
    place.replaceChildren(createElement('p', 'Sending.'));
    const began = performance.now();
    const response = await fetch(address, options);
    const took = Math.round(performance.now() - began);
    const status =
      response.type === 'opaqueredirect' ? 'A redirect' : `${response.status} ${response.statusText}`;
    const headers = createElement('details');
    const list = createElement('pre', [...response.headers].map((header) => header.join(': ')).join('\n'));
    list.tabIndex = 0;
    headers.append(createElement('summary', 'Headers'), list);
    place.replaceChildren(createElement('p', `${status}, ${took} ms`), headers, await showBody(response));
  } catch (error) {
    place.replaceChildren(
      createElement(
        'p',
        error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : error.message,
      ),
    );
  }
};

/** The current operation is in sight in the menu. */
const showCurrent = () => document.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

/** Shows another page of the reference in this one. */
const show = async (address, isNew = true) => {
  const response = await fetch(address, { headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  element('content').replaceWith(page.getElementById('content'));
  document.title = page.title;
  if (isNew) history.pushState(null, '', address);
  fillTenant();
  showCurrent();
  const { hash } = new URL(address, location.href);
  const target = hash && element(hash.slice(1));
  if (target) target.scrollIntoView();
  else {
    scrollTo(0, 0);
    document.querySelector('main').focus({ preventScroll: true });
  }
};

const isPage = ({ origin, pathname }) =>
  origin === location.origin &&
  !pathname.endsWith('.md') &&
  (pathname === '/' || pathname.startsWith('/reference/'));

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a');
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const isHere = link && link.pathname === location.pathname && link.hash !== '';
  if (!link || !isPlain || isHere || link.target || !isPage(link)) return;
  event.preventDefault();
  show(link.href);
});
addEventListener('popstate', () => show(location.href, false));
document.addEventListener('submit', (event) => {
  if (event.target.id === 'search') {
    event.preventDefault();
    show(`/reference/search?${new URLSearchParams(new FormData(event.target))}`);
  } else if (event.target.id === 'try') {
    event.preventDefault();
    send(event.target);
  }
});
showCurrent();
