// The scanner, which reads the codes that people show. A part of the script of the page for instructors, in which all parts share one scope.

export const scannerScript = String.raw`// The scanner.
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

`;
