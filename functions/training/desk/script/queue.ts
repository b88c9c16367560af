// The queue of what is recorded: each entry is sent until it is answered. A part of the script of the page for instructors, in which all parts share one scope.

export const queueScript = `// The queue: each entry is sent until it is answered. Repeats are harmless by its key.
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

/** Whose attendance an entry is about: its entries are sent in their order. */
const aboutOf = ({ registrationId, body }) => registrationId || String(body.code).split('.')[0];
/** After so many entries that the service did not take, the others wait too. */
const mostStuck = 3;

async function send() {
  if (isSending || session === null) return showQueue();
  isSending = true;
  clearTimeout(retryTimer);
  try {
    const stuck = new Set();
    for (const entry of [...queue.values()].sort((a, b) => a.at - b.at)) {
      if (stuck.has(aboutOf(entry))) continue;
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
          // What one entry meets may be its own: it does not keep back those about others.
          if (problem.kind === 'busy') stuck.add(aboutOf(entry));
          if (problem.kind !== 'busy' || stuck.size >= mostStuck) break;
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

`;
