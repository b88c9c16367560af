// The sessions of some days. A part of the script of the page for instructors, in which all parts share one scope.

export const sessionsScript = `let days;
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

`;
