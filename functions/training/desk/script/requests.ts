// Requests of the page, what may go wrong with them, and the time of the tenant. A part of the script of the page for instructors, in which all parts share one scope.

export const requestsScript = `// Requests. A problem has a kind: offline and busy pass by themselves, sign-in needs the person, refused is final.
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

`;
