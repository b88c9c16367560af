// Data feeds bring the texts of tracked bills (docs/interface/billtracking.md#texts-of-tracked-bills): LegiScan by its ids (API User
// Manual: getBill, getBillText, getAmendment, getSupplement), Open States by the links of versions (api-v3, api/schemas.py:
// BillDocumentOrVersion), congress.gov by those of its formats (BillEndpoint.md: textVersions.formats).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import { type FeedPlatform, startFeedPlatform } from '../feeds/feed-platform.ts';
import { buildCongressBill, buildLegiscanBill, type PublishedFile } from '../feeds/feed-providers.ts';
import { buildOpenStatesBill } from '../feeds/open-states-provider.ts';

let service: FeedPlatform;
let token: string;
let days = 0;

beforeAll(async () => {
  service = await startFeedPlatform();
  token = await service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['billtracking.bills.read', 'billtracking.bills.write'],
  });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  const store = service.platform.store('demo');
  const quotas = ['openstates', 'legiscan', 'congress', 'published'];
  await commit(quotas.map((name) => remove(store.key('DATA-FEED-QUOTA', name))));
  service.providers.seen.length = 0;
  service.providers.published = {};
});

const send = (method: string, path: string, body?: object) =>
  service.platform.call(method, 'billtracking', path, { tenant: 'demo', token, ...(body && { body }) });
const clock = () => new Date(Date.now() + days * 86_400_000);

/** Runs a feed at its time on a later day, and returns that run. */
async function run(id: string, later = 1) {
  days += later;
  await runDataFeeds(undefined, undefined, clock);
  return (await service.call('GET', `/${id}`)).body.data.lastRun;
}
// Feeds of other providers would run as well, and read the links of these bills.
const created: string[] = [];
const tracked: number[] = [];
const deleteFeeds = async (): Promise<void> => {
  for (const id of created.splice(0)) await service.call('DELETE', `/${id}`);
  for (const billId of tracked.splice(0))
    await send('POST', '/api/1.0/bill/tracking/save', { billId, trackingStatus: 'ARCHIVED' });
};
async function createFeed(provider: string, stateId = 50): Promise<string> {
  const reply = await service.call('POST', '', {
    body: { name: provider, provider, stateIds: [stateId], key: 'a-secret-key' },
  });
  expect(reply.status, reply.text).toBe(201);
  created.push(reply.body.data.id);
  return reply.body.data.id;
}
async function findBillId(billNumber: string, stateId = 50): Promise<number> {
  const { body } = await send('POST', '/api/1.0/legislative/public-bills/list', {
    ...{ billNumber, stateIds: [stateId], trackingStatuses: ['NOT_TRACKED', 'TRACKING'] },
  });
  return body.collection[0].id;
}
/** Tracks a bill that was imported. */
async function track(billNumber: string, stateId = 50): Promise<number> {
  const billId = await findBillId(billNumber, stateId);
  const reply = await send('POST', '/api/1.0/bill/tracking/save', { billId, trackingStatus: 'TRACKING' });
  expect(reply.status, reply.text).toBe(200);
  tracked.push(billId);
  return billId;
}
const listStored = async (billId: number) =>
  (await send('GET', `/api/1.0/bill/${billId}/documents`)).body.data.filter(
    ({ id }: { id: string | null }) => id !== null,
  );
const readStored = async (billId: number, id: string): Promise<string> =>
  (await send('GET', `/api/1.0/bill/${billId}/documents/${id}/text`)).body.data.text;
const counts = (created: number, changed: number, unchanged: number, refused: number) =>
  expect.objectContaining({ created, changed, unchanged, refused });
const asked = (path: string) => service.providers.seen.filter((request) => request.path.startsWith(path));

const encode = (text: string): string => Buffer.from(text).toString('base64');

describe('a feed of LegiScan', () => {
  afterAll(deleteFeeds);
  // The shape of getBill, with the members that LegiScan gives of each text.
  const text = (doc_id: number, type: string, date: string, hash: string) => ({
    ...{ doc_id, date, type, type_id: 1, mime: 'text/html', mime_id: 1, text_size: 100, text_hash: hash },
    url: `https://legiscan.com/VT/text/H71/id/${doc_id}`,
    state_link: `https://legislature.example.org/H71-${doc_id}.html`,
    ...{
      alt_bill_text: 0,
      alt_mime: '',
      alt_mime_id: 0,
      alt_state_link: '',
      alt_text_size: 0,
      alt_text_hash: '',
    },
  });
  const html = (words: string) => `<html><body><p>Sec. 1. ${words}</p></body></html>`;
  const reply = (of: object, words: string) => ({ ...of, bill_id: 71, doc: encode(html(words)) });
  const introduced = text(501, 'Introduced', '2027-01-05', 'h1');
  const amendment = {
    ...{ amendment_id: 601, adopted: 1, chamber: 'H', chamber_id: 74, date: '2027-02-02' },
    ...{ title: 'Amendment 1', description: 'Amendment 1', mime: 'text/html', mime_id: 1 },
    ...{ url: 'https://legiscan.com/VT/amendment/H71/id/601', amendment_size: 10, amendment_hash: 'a1' },
    state_link: 'https://legislature.example.org/H71-a.html',
  };
  const veto = {
    ...{ supplement_id: 701, date: '2027-03-02', type_id: 4, type: 'Veto Letter', title: 'Veto Letter' },
    ...{ description: 'Veto Letter', mime: 'application/pdf', mime_id: 2, supplement_size: 1 },
    ...{ supplement_hash: 's1', state_link: 'https://legislature.example.org/veto.pdf', url: '' },
  };
  let feed: string;

  it('asks for no text of a bill that is not tracked, and for all of them once it is', async () => {
    const legiscan = {
      ...{ rollCalls: [], datasetHash: 'd1' },
      bills: [
        buildLegiscanBill(71, 'c1', { texts: [introduced], amendments: [amendment], supplements: [veto] }),
      ],
      texts: {
        'getBillText 501': reply(introduced, 'County roads are kept by zebrafinch wardens.'),
        'getAmendment 601': reply(amendment, 'Strike "wardens".'),
      },
    };
    service.providers.legiscan = legiscan;
    feed = await createFeed('LEGISCAN_API');
    expect(await run(feed)).toMatchObject({ status: 'DONE', texts: counts(0, 0, 0, 0) });
    const ops = () => asked('legiscan').map(({ query }) => query.get('op'));
    expect(ops()).not.toContain('getBillText');
    const billId = await track('H 71');
    const second = await run(feed);
    expect(second).toMatchObject({ status: 'DONE', texts: counts(2, 0, 0, 0) });
    // The bill itself did not change, and is not asked for again. A letter is no text that is read.
    expect(ops().filter((op) => op === 'getBill')).toHaveLength(1);
    expect(ops()).not.toContain('getSupplement');
    const stored = await listStored(billId);
    expect(stored).toMatchObject([
      { kind: 'AMENDMENT', title: 'Amendment 1 (adopted)', isFromSource: true, createdBy: 'LegiScan' },
      { kind: 'VERSION', title: 'Introduced', date: '2027-01-05', url: introduced.state_link, hasText: true },
    ]);
    expect(await readStored(billId, stored[1].id)).toContain('zebrafinch wardens');
    const found = await send('POST', '/api/1.0/bill/documents/search', { text: 'zebrafinch' });
    expect(found.body.collection).toMatchObject([{ billId, excerpt: expect.stringContaining('zebrafinch') }]);
    // What is stored is not listed a second time as a link.
    const { data } = (await send('GET', `/api/1.0/bill/${billId}/documents`)).body;
    expect(data.map(({ title }: { title: string }) => title)).toEqual([
      ...['Veto Letter', 'Amendment 1 (adopted)', 'Introduced'],
    ]);
    expect((await run(feed)).texts).toEqual(counts(0, 0, 0, 0));
    expect(ops().filter((op) => op === 'getBillText')).toHaveLength(1);
  });

  it('keeps both texts where one is replaced, by its hash, and none where only the hash changed', async () => {
    const billId = await findBillId('H 71');
    const change = (hash: string, words: string, more: object = {}) => {
      service.providers.legiscan.bills = [
        buildLegiscanBill(71, `c-${hash}`, { texts: [{ ...introduced, text_hash: hash }], ...more }),
      ];
      service.providers.legiscan.texts = { 'getBillText 501': reply(introduced, words) };
    };
    change('h2', 'County roads are kept by   zebrafinch wardens.');
    expect((await run(feed)).texts).toEqual(counts(0, 0, 1, 0));
    change('h3', 'County bridges are kept by zebrafinch wardens.');
    expect((await run(feed)).texts).toEqual(counts(0, 1, 0, 0));
    const versions = (await listStored(billId)).filter(({ kind }: { kind: string }) => kind === 'VERSION');
    const current = versions.find(({ replacedDate }: { replacedDate: string | null }) => !replacedDate);
    const earlier = versions.find(({ replacedDate }: { replacedDate: string | null }) => replacedDate);
    expect(versions).toHaveLength(2);
    expect(current).toMatchObject({ title: 'Introduced', replacesId: earlier.id });
    expect(await readStored(billId, current.id)).toContain('County bridges');
    expect(await readStored(billId, earlier.id)).toContain('County roads');
  });

  it('goes on with the others where a text is refused, and asks for that one three times', async () => {
    service.providers.legiscan.bills = [
      buildLegiscanBill(72, 'c1', {
        texts: [text(510, 'Introduced', '2027-01-05', 'x'), text(511, 'Engrossed', '2027-02-05', 'y')],
      }),
    ];
    const file = { bill_id: 72, mime: 'application/rtf', doc: encode('{\\rtf1 An act}') };
    service.providers.legiscan.texts = { 'getBillText 511': file };
    await run(feed);
    const billId = await track('H 72');
    const first = await run(feed);
    expect(first).toMatchObject({ status: 'DONE_WITH_REFUSALS', texts: counts(1, 0, 0, 1) });
    expect(first.reason).toContain('H 72, Introduced, 2027-01-05: LegiScan refuses getBillText');
    // A file of another program is a document without a text, which says why.
    expect(await listStored(billId)).toMatchObject([
      { title: 'Engrossed', hasText: false, textProblem: 'It is an RTF file, which is not read.' },
    ]);
    expect((await run(feed)).texts.refused).toBe(1);
    expect((await run(feed)).texts.refused).toBe(1);
    const last = await run(feed);
    expect(last).toMatchObject({ status: 'DONE', texts: counts(0, 0, 0, 0) });
    // It is not asked for any more, which the health of the feed says as long as it is so.
    expect(last.reason).toBe(
      '1 text of tracked bills could not be read in 3 runs, and will be asked for again only after a change: of H 72.',
    );
    expect((await service.call('GET', `/${feed}`)).body.data.health).toMatchObject({
      ...{ state: 'OK', reason: last.reason },
    });
  });

  it('takes the ids of texts from a data set too', async () => {
    service.providers.legiscan = {
      ...{ rollCalls: [], datasetHash: 'd7' },
      bills: [buildLegiscanBill(73, 'c1', { texts: [text(520, 'Introduced', '2027-01-05', 'x')] })],
      texts: { 'getBillText 520': reply({}, 'A data set has the ids of texts.') },
    };
    await deleteFeeds();
    const datasets = await createFeed('LEGISCAN_DATASET');
    await run(datasets);
    const billId = await track('H 73');
    expect((await run(datasets)).texts.created).toBe(1);
    expect(await listStored(billId)).toMatchObject([{ title: 'Introduced', hasText: true }]);
  });
});

describe('a feed of Open States', () => {
  afterAll(deleteFeeds);
  const version = (note: string, date: string, ...links: readonly (readonly [string, string])[]) => ({
    ...{ id: `v-${note}`, note, date, classification: '' },
    links: links.map(([url, media_type]) => ({ url, media_type })),
  });
  const page = (words: string, etag = '"1"'): PublishedFile => ({ body: `<p>${words}</p>`, etag });
  const has = (number: string, versions: readonly object[]) => {
    service.providers.openStates.bills = [
      buildOpenStatesBill(number, `2027-02-01T10:00:00.${String(days).padStart(6, '0')}+00:00`, { versions }),
    ];
  };
  let feed: string;
  const host = 'legislature.example.org';

  it('reads the links of versions, the format that is read best, over https', async () => {
    has('H 81', [
      version(
        'Introduced',
        '2027-01-05',
        [`http://${host}/h81.pdf`, 'application/pdf'],
        [`http://${host}/h81.html`, 'text/html'],
      ),
    ]);
    service.providers.published[`${host}/h81.html`] = {
      ...{ type: 'text/html; charset=windows-1252', etag: '"1"' },
      body: Buffer.from('<p>The caf\xe9s of a county.</p>', 'latin1'),
    };
    feed = await createFeed('OPEN_STATES_API');
    await run(feed);
    const billId = await track('H 81');
    expect(await run(feed)).toMatchObject({ status: 'DONE', texts: counts(1, 0, 0, 0) });
    const [stored] = await listStored(billId);
    expect(await readStored(billId, stored.id)).toContain('cafés');
    // A host of a legislature gets no key.
    expect(asked(`published/${host}`)).toMatchObject([
      { path: `published/${host}/h81.html`, key: undefined },
    ]);
    expect((await run(feed)).texts).toEqual(counts(0, 0, 0, 0));
  });

  it('asks for the newest version again after a week, and sees that its text was replaced', async () => {
    const billId = await findBillId('H 81');
    expect((await run(feed, 7)).texts).toEqual(counts(0, 0, 0, 1));
    service.providers.published[`${host}/h81.html`] = page('The cafés of a county.', '"1"');
    expect((await run(feed)).texts.unchanged).toBe(1);
    service.providers.published[`${host}/h81.html`] = page('The taverns of a county.', '"2"');
    expect((await run(feed, 6)).texts).toEqual(counts(0, 0, 0, 0));
    expect((await run(feed)).texts).toEqual(counts(0, 1, 0, 0));
    expect(await listStored(billId)).toHaveLength(2);
    // Of a bill that is no longer tracked, no text is asked for.
    await send('POST', '/api/1.0/bill/tracking/save', { billId, trackingStatus: 'ARCHIVED' });
    const before = service.providers.seen.length;
    await run(feed, 8);
    expect(service.providers.seen.slice(before).filter(({ path }) => path.startsWith('published'))).toEqual(
      [],
    );
  });

  it.each([
    ['a private address', 'https://169.254.169.254/latest/meta-data'],
    ['a host of an internal network', 'https://metadata.internal/x'],
    ['another port', 'https://legislature.example.org:8443/x'],
    ['a user name', 'https://a:b@legislature.example.org/x'],
  ])('does not read a link to %s', async (_, url) => {
    has('H 82', [version('Introduced', '2027-01-05', [url, 'text/html'])]);
    await run(feed);
    await track('H 82');
    const before = service.providers.seen.length;
    expect((await run(feed)).texts).toEqual(counts(0, 0, 0, 0));
    expect(service.providers.seen.slice(before).filter(({ path }) => path.startsWith('published'))).toEqual(
      [],
    );
  });

  it('follows a redirect to a public address over https, and no other one', async () => {
    const from = (path: string, location: string): void => {
      service.providers.published[`${host}${path}`] = { status: 302, location };
    };
    from('/good', '/moved');
    from('/inward', 'https://10.0.0.1/secret');
    from('/loop', '/loop');
    service.providers.published[`${host}/moved`] = page('It has moved.');
    has('H 83', [
      version('Introduced', '2027-01-05', [`https://${host}/good`, 'text/html']),
      version('Engrossed', '2027-01-06', [`https://${host}/inward`, 'text/html']),
      version('Enrolled', '2027-01-07', [`https://${host}/loop`, 'text/html']),
    ]);
    await run(feed);
    await track('H 83');
    const result = await run(feed);
    expect(result).toMatchObject({ status: 'DONE_WITH_REFUSALS', texts: counts(1, 0, 0, 2) });
    expect(result.reason).toContain('leads to https://10.0.0.1/secret');
    expect(result.reason).toContain('leads from one address to another');
    expect(asked('published/10.0.0.1')).toEqual([]);
  });
});

describe('a text in several files', () => {
  afterAll(deleteFeeds);
  const host = 'legislature.example.org';
  const pdf = [`https://${host}/h85.pdf`, 'application/pdf'] as const;
  const html = [`https://${host}/h85.html`, 'text/html'] as const;
  const has = (...links: readonly (readonly [string, string])[]) => {
    const version = { id: 'v', note: 'Introduced', date: '2027-01-05', classification: '' };
    service.providers.openStates.bills = [
      buildOpenStatesBill('H 85', `2027-02-01T10:00:01.${String(days).padStart(6, '0')}+00:00`, {
        versions: [{ ...version, links: links.map(([url, media_type]) => ({ url, media_type })) }],
      }),
    ];
  };
  const publish = (path: string, file: PublishedFile): void => {
    service.providers.published[`${host}/${path}`] = file;
  };
  let feed: string;
  let billId: number;

  it('is read from another file where the first one is not there, and never from a page in place of the PDF', async () => {
    has(pdf, html);
    publish('h85.pdf', { type: 'text/html', body: '<html><body>Document not found.</body></html>' });
    feed = await createFeed('OPEN_STATES_API');
    await run(feed);
    billId = await track('H 85');
    const refused = await run(feed);
    expect(refused).toMatchObject({ status: 'DONE_WITH_REFUSALS', texts: counts(0, 0, 0, 1) });
    expect(refused.reason).toContain(`https://${host}/h85.pdf is a page in place of the PDF.`);
    publish('h85.pdf', { type: 'text/plain', body: 'An act relating to marmots.' });
    expect((await run(feed)).texts).toEqual(counts(1, 0, 0, 0));
    const [stored] = await listStored(billId);
    expect(await readStored(billId, stored.id)).toContain('marmots');
  });

  it('is asked for again where it was read, also when its files come in another order', async () => {
    has(html, pdf);
    publish('h85.html', { body: '<p>AN ACT relating to marmots!</p>' });
    publish('h85.pdf', { type: 'text/plain', body: 'An act relating to marmots.' });
    expect((await run(feed, 8)).texts).toEqual(counts(0, 0, 1, 0));
    expect(asked(`published/${host}`).map(({ path }) => path)).toEqual([`published/${host}/h85.pdf`]);
    // Another feed of the provider has no mark of it.
    const other = await createFeed('OPEN_STATES_BULK');
    await run(other);
    expect(await listStored(billId)).toHaveLength(1);
  });

  it('is read by Open States where no feed of LegiScan reads the bill any more', async () => {
    await deleteFeeds();
    service.providers.legiscan = {
      ...{ rollCalls: [], datasetHash: 'd9' },
      bills: [
        buildLegiscanBill(86, 'c1', {
          texts: [{ doc_id: 990, date: '2027-01-05', type: 'Introduced', text_hash: 'h' }],
        }),
      ],
      texts: {},
    };
    await run(await createFeed('LEGISCAN_API'));
    const id = await track('H 86');
    tracked.length = 0;
    await deleteFeeds();
    tracked.push(id);
    const version = { id: 'v', note: 'Introduced', date: '2027-01-05', classification: '' };
    service.providers.openStates.bills = [
      buildOpenStatesBill('H 86', '2027-03-01T10:00:00+00:00', {
        versions: [{ ...version, links: [{ url: `https://${host}/h86.html`, media_type: 'text/html' }] }],
      }),
    ];
    publish('h86.html', { body: '<p>An act relating to otters.</p>' });
    expect((await run(await createFeed('OPEN_STATES_API'))).texts.created).toBe(1);
    expect(await listStored(id)).toHaveLength(1);
  });
});

describe('a feed of congress.gov', () => {
  afterAll(deleteFeeds);
  it('reads the Formatted Text at congress.gov, and no other host', async () => {
    const bill = buildCongressBill('7', '2027-01-22T08:00:00Z');
    service.providers.congress = { bills: [bill] };
    service.providers.published['www.congress.gov/120/bills/hr7/BILLS-120hr7ih.htm'] = {
      body: '<html><body><pre>\n[Congressional Bills 120th Congress]\n\n  To help with rural roads.\n</pre></body></html>',
    };
    const feed = await createFeed('CONGRESS_GOV', 0);
    await service.call('PUT', `/${feed}`, { body: { sessions: ['120'] } });
    await run(feed);
    const billId = await track('HR 7', 0);
    expect((await run(feed)).texts.created).toBe(1);
    const [stored] = await listStored(billId);
    expect(stored).toMatchObject({ title: 'Introduced in House', date: '2027-01-20' });
    expect(await readStored(billId, stored.id)).toContain('To help with rural roads.');
  });
});
