// The script of the page for instructors: sign-in, the sessions of some days, the roster, and the scanner with its queue.
import { createHash } from 'node:crypto';

/**
 * Plain JavaScript for browsers. All texts of others are set as text, never as markup. What is recorded goes through one
 * queue, whose entries have an Idempotency-Key that is made once and stay in localStorage until they are answered.
 */
export const deskScript = String.raw`'use strict';
const main = document.getElementById('desk');
const config = JSON.parse(main.dataset.config);
const { texts } = config;
const view = document.getElementById('view');
const status = document.getElementById('status');
const queueBar = document.getElementById('queue');

const fill = (text, ...values) => text.replace(/\{(\d)\}/g, (_, index) => String(values[index]));

/** An element with properties, attributes (with a hyphen) and children. */
function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key.includes('-') || key === 'for' || key === 'role') element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== ''));
  return element;
}

const say = (text) => {
  status.textContent = text;
};

// Sign-in: the authorization code flow with PKCE (RFC 7636), for the public client of the tenant.
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

// Requests. A problem has a kind: offline and busy pass by themselves, sign-in needs the person, refused is final.
class Problem extends Error {
  constructor(kind, error) {
    super(error && error.message ? error.message : kind);
    this.kind = kind;
    this.error = error || {};
  }
}

async function request(method, path, body, key) {
  if (session === null) throw new Problem('sign-in');
  const { token } = session;
  let reply;
  let content;
  try {
    reply = await fetch(config.api + path, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(20000),
      headers: {
        Accept: 'application/json',
        Authorization: 'Bearer ' + token,
        'tenant-code': config.tenant,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    content = await reply.text();
  } catch {
    throw new Problem('offline');
  }
  const parsed = readJson(content);
  if (reply.ok) {
    if (parsed === null) throw new Problem('offline');
    return { body: parsed, headers: reply.headers };
  }
  const error = (parsed && parsed.error) || {};
  if (reply.status === 401) {
    if (session !== null && session.token === token) endSession();
    throw new Problem('sign-in', error);
  }
  // A reply without the service's own error is of something on the way, such as the page of a hotel's network.
  const isTemporary =
    reply.status === 429 || reply.status >= 500 || error.code === undefined || error.code === 'IDEMPOTENCY_KEY_IN_USE';
  throw new Problem(isTemporary ? 'busy' : 'refused', error);
}

const describe = (problem) => {
  if (problem.kind === 'offline') return texts.noConnection;
  if (problem.kind === 'busy') return texts.busy;
  if (problem.kind === 'sign-in') return texts.signInAgain;
  return problem.error.code === 'PERMISSION_DENIED' ? texts.notAllowed : fill(texts.refused, problem.message);
};

// Time: that of the tenant, in its zone. The clock of the device may be wrong.
const clock = readJson(sessionStorage.getItem(storeName + ':clock')) || { offset: 0, timeZone: 'UTC' };
const now = () => Date.now() + clock.offset;
const format = (moment, options) =>
  new Intl.DateTimeFormat(config.language, { timeZone: clock.timeZone, ...options }).format(new Date(moment));
const formatTime = (moment) => format(moment, { hour: 'numeric', minute: '2-digit' });
const formatMoment = (moment) => format(moment, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const formatDay = (day) =>
  new Intl.DateTimeFormat(config.language, { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' }).format(
    new Date(day + 'T00:00:00Z'),
  );

// The queue: each entry is sent until it is answered. Repeats are harmless by its key.
const queue = new Map();
let isStored = true;
let isSending = false;
let retryDelay = 2000;
let retryTimer;

function localStorageOr(action) {
  try {
    return action();
  } catch {
    isStored = false;
    return undefined;
  }
}
const entryPrefix = () => storeName + ':' + subject + ':';

function loadQueue() {
  queue.clear();
  localStorageOr(() => {
    for (let index = 0; index < localStorage.length; index += 1) {
      const name = localStorage.key(index);
      const entry = name.startsWith(entryPrefix()) ? readJson(localStorage.getItem(name)) : null;
      if (entry !== null && entry.key) queue.set(entry.key, entry);
    }
  });
}

function enqueue(entry) {
  const full = { ...entry, key: crypto.randomUUID(), storedAs: entryPrefix(), at: now() };
  queue.set(full.key, full);
  localStorageOr(() => localStorage.setItem(full.storedAs + full.key, JSON.stringify(full)));
  retryDelay = 2000;
  notify(full, { kind: 'waiting' });
  showQueue();
  send();
}

function settle(entry, outcome) {
  queue.delete(entry.key);
  localStorageOr(() => localStorage.removeItem(entry.storedAs + entry.key));
  notify(entry, outcome);
}

async function send() {
  if (isSending || session === null) return showQueue();
  isSending = true;
  clearTimeout(retryTimer);
  try {
    for (const entry of [...queue.values()].sort((a, b) => a.at - b.at)) {
      try {
        const { body } = await request('POST', entry.path, entry.body, entry.key);
        const row = body.results === undefined ? undefined : body.results[0];
        if (row !== undefined && row.isPending) throw new Problem('busy');
        settle(entry, row && row.error ? { kind: 'refused', error: row.error } : { kind: 'done', body: row || body });
        retryDelay = 2000;
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        if (problem.kind === 'refused') settle(entry, { kind: 'refused', error: problem.error });
        else {
          if (problem.kind === 'sign-in') showSignedOut();
          break;
        }
      }
      showQueue();
    }
  } finally {
    isSending = false;
  }
  if (queue.size > 0 && session !== null) {
    retryTimer = setTimeout(send, retryDelay);
    retryDelay = Math.min(retryDelay * 2, 60000);
  }
  showQueue();
}

function showQueue() {
  const count = queue.size;
  queueBar.hidden = count === 0 && isStored;
  const text =
    count === 0
      ? ''
      : session === null
        ? fill(texts.waitingSignIn, count)
        : count === 1
          ? texts.waitingOne
          : fill(texts.waiting, count);
  const shown = text + (isStored ? '' : ' ' + texts.notStored);
  const label = queueBar.firstElementChild;
  if (label.textContent !== shown) label.textContent = shown;
  queueBar.lastElementChild.hidden = count === 0 || session === null;
}

const listeners = new Set();
const notify = (entry, outcome) => {
  for (const listener of listeners) listener(entry, outcome);
};
const markPath = ({ classId, sessionId }) =>
  '/api/v1/Classes/' + classId + '/Sessions/' + sessionId + '/Attendance';

// Views.
let cleanUp = [];
function show(title, ...children) {
  for (const action of cleanUp) action();
  cleanUp = [];
  const heading = make('h1', { tabIndex: -1 }, title);
  view.replaceChildren(heading, ...children.filter((child) => child !== undefined));
  document.title = title + ' – ' + config.name;
  heading.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

const signInButton = () => make('button', { type: 'button', onclick: beginSignIn }, texts.signIn);
function showSignIn(hasFailed) {
  document.getElementById('sign-out').hidden = true;
  show(
    texts.title,
    hasFailed ? make('p', { className: 'problem', role: 'alert' }, texts.signInFailed) : undefined,
    make('p', {}, sessionEnded ? texts.signInAgain : texts.signInIntro),
    signInButton(),
  );
}
/** While something is shown, it stays: the person signs in when they have a moment. */
function showSignedOut() {
  if (document.getElementById('again')) return;
  view.prepend(make('div', { id: 'again', className: 'note', role: 'alert' }, make('p', {}, texts.signInAgain), signInButton()));
}
const showProblem = (title, problem, retry) => {
  if (problem.kind === 'sign-in') return showSignIn(false);
  show(
    title,
    make('p', { className: 'problem', role: 'alert' }, describe(problem)),
    make('div', { className: 'row' }, make('button', { type: 'button', onclick: retry }, texts.tryAgain), make('a', { href: '#' }, texts.back)),
  );
};

let days;
let firstDay;
async function showSessions(isCurrent) {
  show(texts.title, make('p', {}, texts.loading));
  const loadedAt = Date.now();
  const path = '/api/v1/Classes/Teaching?days=7' + (firstDay === undefined ? '' : '&from=' + firstDay);
  try {
    const { body } = await request('GET', path);
    if (!isCurrent()) return;
    days = body;
    clock.offset = Date.parse(body.now) - Math.round((loadedAt + Date.now()) / 2);
    clock.timeZone = body.timeZone;
    sessionStorage.setItem(storeName + ':clock', JSON.stringify(clock));
  } catch (problem) {
    if (isCurrent()) showProblem(texts.title, problem, route);
    return;
  }
  const { sessions, today, from, to, scope, mayRecord, hasMore } = days;
  const byDay = Map.groupBy ? Map.groupBy(sessions, ({ day }) => day) : new Map();
  if (!Map.groupBy) for (const one of sessions) byDay.set(one.day, [...(byDay.get(one.day) || []), one]);
  const picker = make('input', { type: 'date', id: 'from', className: 'text', value: from });
  picker.addEventListener('change', () => {
    firstDay = picker.value === '' || picker.value === today ? undefined : picker.value;
    route();
  });
  const card = (one) => {
    const id = one.classId + '/' + one.sessionId;
    const canRecord = (mayRecord || one.isInstructor) && !one.isCancelled;
    const keep = () =>
      sessionStorage.setItem(storeName + ':session', JSON.stringify({ ...one, canRecord }));
    return make(
      'li',
      {},
      make('p', { className: 'when' }, formatTime(one.startsAt) + ' – ' + formatTime(one.endsAt)),
      make('h3', { dir: 'auto' }, one.sectionName),
      make('p', { className: 'hint', dir: 'auto' }, [one.title, one.place].filter(Boolean).join(' · ')),
      one.isCancelled ? make('p', { className: 'tag bad' }, texts.cancelled) : undefined,
      scope === 'all' && one.isInstructor ? make('p', { className: 'tag' }, texts.isOwn) : undefined,
      make(
        'div',
        { className: 'row' },
        make('a', { href: '#roster/' + id, className: 'button', onclick: keep, 'aria-label': texts.toRoster + ': ' + one.sectionName }, texts.toRoster),
        canRecord
          ? make('a', { href: '#scan/' + id, className: 'button quiet', onclick: keep, 'aria-label': texts.toScanner + ': ' + one.sectionName }, texts.toScanner)
          : undefined,
      ),
    );
  };
  show(
    texts.title,
    make('p', {}, scope === 'all' ? texts.allSessions : texts.ownSessions),
    make('label', { className: 'above', for: 'from' }, texts.fromDay),
    picker,
    ...(sessions.length === 0 ? [make('p', {}, fill(texts.noSessions, formatDay(from), formatDay(to)))] : []),
    ...[...byDay].flatMap(([day, list]) => [
      make('h2', {}, (day === today ? texts.today + ', ' : '') + formatDay(day)),
      make('ul', { className: 'cards' }, ...list.map(card)),
    ]),
    hasMore ? make('p', { className: 'hint' }, texts.moreSessions) : undefined,
  );
}

const findSession = (classId, sessionId) => {
  const known = readJson(sessionStorage.getItem(storeName + ':session'));
  return known !== null && known.classId === classId && known.sessionId === sessionId ? known : undefined;
};

const seatStatuses = ['Confirmed', 'Attended', 'NoShow'];
async function loadRoster(chosen) {
  const rows = [];
  for (let page = 1; page <= 20; page += 1) {
    const { body, headers } = await request('GET', markPath(chosen) + '?pageSize=200&page=' + page);
    rows.push(...body);
    if (body.length === 0 || rows.length >= Number(headers.get('X-Total-Count') || 0)) break;
  }
  return rows.sort((a, b) => a.memberName.localeCompare(b.memberName, config.language));
}

const describeSession = (chosen) =>
  make('p', { className: 'hint', dir: 'auto' },
    [formatDay(chosen.day), formatTime(chosen.startsAt) + ' – ' + formatTime(chosen.endsAt), chosen.title, chosen.place]
      .filter(Boolean)
      .join(' · '));
const links = (...entries) => make('nav', { className: 'row' }, ...entries);
const linkTo = (view, { classId, sessionId }, text) =>
  make('a', { href: '#' + view + '/' + classId + '/' + sessionId }, text);
const startHint = (chosen) =>
  now() < Date.parse(chosen.startsAt)
    ? make('p', { className: 'note' }, fill(texts.notStarted, formatMoment(chosen.startsAt), formatMoment(chosen.checkInOpensAt)))
    : undefined;

async function showRoster(chosen, isCurrent) {
  show(chosen.sectionName, make('p', {}, texts.loading));
  let rows;
  try {
    rows = await loadRoster(chosen);
  } catch (problem) {
    if (isCurrent()) showProblem(chosen.sectionName, problem, route);
    return;
  }
  if (!isCurrent()) return;
  const seated = rows.filter((row) => seatStatuses.includes(row.status));
  const others = rows.length - seated.length;
  const counts = make('p', { className: 'counts', role: 'status' });
  const items = new Map();
  const list = make('ul', { className: 'roster' });
  const noMatch = make('p', { hidden: true }, texts.noMatch);
  const countRows = () => {
    const present = seated.filter(({ minutes }) => minutes > 0).length;
    const absent = seated.filter(({ minutes }) => minutes === 0).length;
    counts.textContent = fill(texts.counts, present, absent, seated.length - present - absent, seated.length);
  };
  const mark = (row, change) =>
    enqueue({
      kind: 'mark',
      ...{ classId: chosen.classId, sessionId: chosen.sessionId, registrationId: row.registrationId, name: row.memberName },
      path: markPath(chosen),
      body: { attendances: [{ registrationId: row.registrationId, ...change }] },
    });
  const findWaiting = (row) =>
    [...queue.values()].find((entry) => entry.kind === 'mark' && entry.sessionId === chosen.sessionId && entry.registrationId === row.registrationId);
  const button = (text, label, isPressed, action) =>
    make('button', { type: 'button', className: isPressed ? '' : 'quiet', 'aria-label': label, 'aria-pressed': String(isPressed), onclick: action }, text);
  const draw = (row, problem) => {
    const waiting = findWaiting(row);
    const isRecorded = row.minutes !== undefined;
    const isPresent = isRecorded && row.minutes > 0;
    const facts = [];
    if (isPresent && row.minutes < row.sessionMinutes) facts.push(fill(texts.minutes, row.minutes, row.sessionMinutes));
    if (isRecorded && row.at) facts.push(formatTime(row.at) + ' ' + (row.method === 'code' ? texts.byCode : texts.byList));
    const state = waiting
      ? texts.isWaiting
      : isRecorded
        ? [isPresent ? texts.present : texts.absent, ...facts].join(', ')
        : texts.open;
    const item = make(
      'li',
      { className: waiting ? 'wait' : isPresent ? 'good' : isRecorded ? 'bad' : '' },
      make('div', { className: 'who' },
        make('strong', { dir: 'auto' }, row.memberName),
        make('small', { dir: 'auto' }, [row.organizationName, row.confirmationNumber].filter(Boolean).join(' · ')),
        make('small', { className: 'state' }, state),
        problem ? make('small', { className: 'problem', role: 'alert' }, problem) : undefined),
      chosen.canRecord && !waiting
        ? make('div', { className: 'row' },
            button(texts.present, fill(texts.markPresent, row.memberName), isPresent, () => isPresent || mark(row, {})),
            button(texts.absent, fill(texts.markAbsent, row.memberName), isRecorded && !isPresent, () => (isRecorded && !isPresent) || mark(row, { minutes: 0 })),
            isRecorded && row.status === 'Confirmed'
              ? make('button', { type: 'button', className: 'quiet', 'aria-label': fill(texts.undoFor, row.memberName), onclick: () => mark(row, { isRemoved: true }) }, texts.undo)
              : undefined)
        : undefined,
    );
    const old = items.get(row.registrationId);
    const hadFocus = old !== undefined && old.contains(document.activeElement);
    if (old) old.replaceWith(item);
    else list.append(item);
    item.hidden = old ? old.hidden : false;
    items.set(row.registrationId, item);
    if (hadFocus) {
      item.tabIndex = -1;
      (item.querySelector('button[aria-pressed=true]') || item.querySelector('button') || item).focus();
    }
  };
  const listener = (entry, outcome) => {
    if (entry.kind !== 'mark' || entry.sessionId !== chosen.sessionId) return;
    const row = seated.find(({ registrationId }) => registrationId === entry.registrationId);
    if (row === undefined) return;
    let problem;
    if (outcome.kind === 'done') {
      const { minutes, status: newStatus } = outcome.body;
      Object.assign(row, { minutes, status: newStatus, method: 'list', at: new Date(entry.at).toISOString() });
      say(fill(minutes === undefined ? texts.undone : minutes > 0 ? texts.isPresent : texts.isAbsent, row.memberName));
    } else if (outcome.kind === 'refused') problem = fill(texts.refused, outcome.error.message || '');
    draw(row, problem);
    countRows();
  };
  const search = make('input', { id: 'find', className: 'text', type: 'search', autocomplete: 'off' });
  search.addEventListener('input', () => {
    const words = search.value.trim().toLocaleLowerCase();
    for (const row of seated) {
      const text = [row.memberName, row.organizationName, row.confirmationNumber].join(' ').toLocaleLowerCase();
      items.get(row.registrationId).hidden = !text.includes(words);
    }
    noMatch.hidden = [...items.values()].some((item) => !item.hidden);
  });
  for (const row of seated) draw(row);
  countRows();
  show(
    chosen.sectionName,
    describeSession(chosen),
    links(make('a', { href: '#' }, texts.back), chosen.canRecord ? linkTo('scan', chosen, texts.toScanner) : undefined,
      make('button', { type: 'button', className: 'quiet', onclick: route }, texts.refresh)),
    startHint(chosen),
    chosen.canRecord || chosen.isCancelled ? undefined : make('p', { className: 'note' }, texts.readOnly),
    chosen.isCancelled ? make('p', { className: 'note' }, texts.cancelled) : undefined,
    counts,
    seated.length === 0 ? make('p', {}, texts.noPeople) : undefined,
    ...(seated.length > 8 ? [make('label', { className: 'above', for: 'find' }, texts.find), search] : []),
    noMatch,
    list,
    others === 0 ? undefined : make('p', { className: 'hint' }, fill(texts.withoutSeat, others)),
  );
  listeners.add(listener);
  cleanUp.push(() => listeners.delete(listener));
}

// The scanner.
let decoder;
/** Reads a QR code from what the camera shows: by the browser itself, or by a library that is loaded then. */
async function createDecoder() {
  if ('BarcodeDetector' in window) {
    const formats = await BarcodeDetector.getSupportedFormats().catch(() => []);
    if (formats.includes('qr_code')) {
      const detector = new BarcodeDetector({ formats: ['qr_code'] });
      return async (video) => ((await detector.detect(video))[0] || {}).rawValue;
    }
  }
  await new Promise((resolve, reject) => {
    const script = make('script', { src: config.decoder.url, integrity: config.decoder.hash, onload: resolve, onerror: reject });
    document.head.append(script);
  });
  const canvas = make('canvas', {});
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, 640 / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = jsQR(data, width, height, { inversionAttempts: 'dontInvert' });
    return found === null ? undefined : found.data;
  };
}

const hasDetail = ({ details }, code) => (details || []).some((detail) => detail.code === code);
/** What the result of a check-in says, and how. */
function describeOutcome(entry, outcome) {
  if (outcome.kind === 'waiting') return ['wait', texts.isWaiting];
  if (outcome.kind === 'refused') {
    const { error } = outcome;
    if (hasDetail(error, 'CODE_EXPIRED')) return ['bad', texts.expired];
    if (hasDetail(error, 'CODE_OF_OTHER_CLASS')) return ['bad', texts.otherClass];
    if (hasDetail(error, 'CODE_UNKNOWN')) return ['bad', texts.unknownCode];
    if (hasDetail(error, 'NOT_REGISTERED') || error.code === 'RESOURCE_NOT_FOUND') return ['bad', texts.notRegistered];
    return ['bad', fill(texts.refused, error.message || error.code || '')];
  }
  const { wasRecorded, minutes, at } = outcome.body;
  if (minutes === 0) return ['bad', texts.markedAbsent];
  return wasRecorded ? ['note', fill(texts.already, formatTime(at))] : ['good', texts.checkedIn];
}

/** Results of a session while the page is open, the latest first. */
const results = new Map();
const codePattern = /^[0-9a-f-]{36}\.\d{1,12}\.[\w-]{43}$/;

async function showScanner(chosen, isCurrent) {
  const known = results.get(chosen.sessionId) || new Map();
  results.set(chosen.sessionId, known);
  const list = make('ul', { className: 'results' });
  const empty = make('p', { className: 'hint' }, texts.noResults);
  // What screen readers hear of the same is in the status of the page.
  const last = make('p', { hidden: true, 'aria-hidden': 'true' });
  const draw = (entry, outcome) => {
    const [kind, text] = describeOutcome(entry, outcome);
    const { body } = outcome;
    const name = (body && body.memberName) || entry.name || '';
    const old = known.get(entry.key);
    const item = make('li', { className: kind },
      name === '' ? undefined : make('strong', { dir: 'auto' }, name),
      make('span', {}, text),
      make('small', {}, formatTime(entry.at)));
    if (old) old.replaceWith(item);
    else list.prepend(item);
    known.set(entry.key, item);
    empty.hidden = true;
    last.className = 'last ' + kind;
    last.textContent = name === '' ? text : name + ': ' + text;
    last.hidden = false;
    say(last.textContent);
  };
  list.append(...[...known.values()].reverse());
  empty.hidden = known.size > 0;
  const listener = (entry, outcome) => {
    if (entry.sessionId === chosen.sessionId && (entry.kind === 'scan' || entry.isManual)) draw(entry, outcome);
  };
  for (const entry of queue.values()) listener(entry, { kind: 'waiting' });
  listeners.add(listener);

  const scan = (code) =>
    enqueue({
      kind: 'scan',
      ...{ classId: chosen.classId, sessionId: chosen.sessionId },
      path: '/api/v1/Classes/' + chosen.classId + '/CheckIn',
      body: { code, sessionId: chosen.sessionId, scannedAt: new Date(now()).toISOString() },
    });
  const refuse = (text, name) => {
    const entry = { key: crypto.randomUUID(), at: now(), name };
    draw(entry, { kind: 'refused', error: { details: [{ code: text }] } });
  };
  let roster;
  loadRoster(chosen).then((rows) => { roster = rows; }, () => {});
  const lastSeen = new Map();
  const take = (code) => {
    const seen = lastSeen.get(code);
    lastSeen.set(code, Date.now());
    if (seen !== undefined && Date.now() - seen < 4000) return;
    if (navigator.vibrate) navigator.vibrate(60);
    if (codePattern.test(code)) scan(code);
    else refuse('CODE_UNKNOWN');
  };

  const video = make('video', { muted: true, playsInline: true, hidden: true, 'aria-label': texts.camera });
  const hint = make('p', { className: 'hint', role: 'status' });
  let stream;
  let frames;
  const stop = () => {
    clearTimeout(frames);
    if (stream) for (const track of stream.getTracks()) track.stop();
    stream = undefined;
    video.hidden = true;
    toggle.textContent = texts.startCamera;
    hint.textContent = '';
  };
  const look = async () => {
    if (stream === undefined) return;
    if (video.readyState >= 2 && video.videoWidth > 0) {
      const code = await decoder(video).catch(() => undefined);
      if (code !== undefined && code !== '' && stream !== undefined) take(code);
    }
    if (stream !== undefined) frames = setTimeout(look, 150);
  };
  const start = async () => {
    toggle.disabled = true;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      decoder = decoder || (await createDecoder());
      toggle.textContent = texts.stopCamera;
      hint.textContent = texts.cameraOn;
      if (isCurrent()) look();
      else stop();
    } catch {
      stop();
      hint.textContent = texts.cameraRefused;
    }
    toggle.disabled = false;
  };
  const toggle = make('button', { type: 'button', onclick: () => (stream === undefined ? start() : stop()) }, texts.startCamera);
  const field = make('input', { id: 'manual', className: 'text', autocomplete: 'off', required: true, 'aria-describedby': 'manual-hint' });
  const form = make('form', {},
    make('label', { className: 'above', for: 'manual' }, texts.manual),
    make('p', { id: 'manual-hint', className: 'hint' }, texts.manualHint),
    field,
    make('button', { type: 'submit', className: 'quiet' }, texts.checkIn));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === '') return;
    if (codePattern.test(text)) scan(text);
    else {
      try {
        roster = roster || (await loadRoster(chosen));
      } catch (problem) {
        return say(describe(problem));
      }
      const row = roster.find(({ confirmationNumber }) => confirmationNumber.toLowerCase() === text.toLowerCase());
      if (row === undefined) refuse('NOT_REGISTERED', text);
      else
        enqueue({
          kind: 'mark',
          isManual: true,
          ...{ classId: chosen.classId, sessionId: chosen.sessionId, registrationId: row.registrationId, name: row.memberName },
          path: markPath(chosen),
          body: { attendances: [{ registrationId: row.registrationId }] },
        });
    }
    field.value = '';
    field.focus();
  });
  show(
    chosen.sectionName,
    describeSession(chosen),
    links(make('a', { href: '#' }, texts.back), linkTo('roster', chosen, texts.toRoster)),
    startHint(chosen),
    video,
    last,
    make('div', { className: 'row' }, toggle),
    hint,
    form,
    make('h2', {}, texts.results),
    empty,
    list,
    make('p', { className: 'hint' }, texts.offlineHint),
  );
  cleanUp.push(stop, () => listeners.delete(listener));
}

let turn = 0;
function route() {
  turn += 1;
  const own = turn;
  const isCurrent = () => own === turn;
  if (session === null) return showSignIn(false);
  document.getElementById('sign-out').hidden = false;
  const [name, classId, sessionId] = location.hash.slice(1).split('/');
  const chosen = findSession(classId, sessionId);
  if (name === 'roster' && chosen) return showRoster(chosen, isCurrent);
  if (name === 'scan' && chosen && chosen.canRecord) return showScanner(chosen, isCurrent);
  return showSessions(isCurrent);
}

document.getElementById('sign-out').addEventListener('click', signOut);
queueBar.lastElementChild.addEventListener('click', send);
window.addEventListener('hashchange', () => {
  if (!new URLSearchParams(location.hash.slice(1)).has('state')) route();
});
window.addEventListener('online', () => {
  retryDelay = 2000;
  send();
});
completeSignIn().then((hasFailed) => {
  if (hasFailed) return showSignIn(true);
  if (session !== null) loadQueue();
  route();
  if (queue.size > 0) send();
});
`;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');

/** What the page says of its content (Subresource Integrity). */
export const deskScriptHash = `sha256-${hash(deskScript)}`;
