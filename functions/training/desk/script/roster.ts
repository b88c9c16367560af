// The roster of a session. A part of the script of the page for instructors, in which all parts share one scope.

export const rosterScript = `const findSession = (classId, sessionId) => {
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

`;
