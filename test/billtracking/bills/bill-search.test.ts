// The search of bills by the index of words: it finds what reading all bills finds, and costs the same however many there are.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildBillHints } from '../../../functions/billtracking/bills/rebuild-bill-hints.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { handler as erasePeople } from '../../../functions/crm/jobs/erase-people/handler.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import { markHintsComplete, putHints } from '../../../shared/search/word-hints.ts';
import { type BillsPlatform, buildBill, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

const STATES = [24, 53] as const;
const sessions = { 24: 2402, 53: 5302 } as const;
const find = async (filter: object) => {
  const { body, readUnits } = await service.post(
    `${publicBills}/list`,
    { pageSize: 200, ...filter },
    service.staff,
  );
  const numbers = body.collection.map((bill: { id: number; billNumber: string }) => bill.billNumber);
  return { numbers: numbers as string[], total: body.pagingModel.totalRecords as number, readUnits };
};
const completeKey = () => service.store.key<object>('WORDS#bills', 'COMPLETE');
const withoutIndex = async <T>(work: () => Promise<T>): Promise<T> => {
  await commit([remove(completeKey())]);
  const result = await work();
  await commit([markHintsComplete(service.store, 'bills')]);
  return result;
};
const listHints = async (word: string) => {
  const partition = service.store.partition<{ readonly sk: string }>(`WORDS#bills#${word.slice(0, 2)}`);
  return (await service.store.queryAll(partition, { beginsWith: `${word}#`, consistent: true })).map(
    ({ sk }) => sk,
  );
};

describe('a search by the index finds what a search without it finds', () => {
  const words = [
    ...[
      'housing',
      'house',
      'hous-ing',
      'rent',
      'Rénta',
      'rental',
      "O'Neill",
      'U.S.',
      'person',
      'persons',
      'erased',
    ],
    ...[
      'the',
      'to',
      'be',
      'This',
      'there',
      'it',
      'IT',
      'water',
      'Wasser',
      '12',
      '120',
      '2026',
      'x',
      '水',
      '水道',
    ],
  ];
  const word = fc.constantFrom(...words);
  const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((some) => some.join(' '));
  const content = fc.record({
    title: text,
    alternateTitle: fc.option(text, { nil: undefined }),
    summary: fc.option(text, { nil: undefined }),
    sponsors: fc.array(
      fc
        .constantFrom('José Ruiz', 'Ann Rent', 'Representative Water')
        .map((name) => ({ name, isPrimary: true })),
      { maxLength: 2 },
    ),
  });
  const beginning = fc.tuple(word, fc.integer({ min: 1, max: 8 })).map(([whole, end]) => whole.slice(0, end));
  const number = fc.constantFrom(
    'HB 12',
    'hb12',
    'H.B. 0012',
    'hb 1',
    'HB1',
    '12',
    '7',
    'SB 7',
    'sb',
    'B26-0001',
    '%%%',
  );
  const search = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(beginning, { minLength: 1, maxLength: 4 }).map((some) => some.join(' ')),
    },
    number,
  );
  const fields = fc.subarray(['title', 'summary', 'billNumber', 'sponsors', 'nothing']);
  const filter = fc.record(
    {
      searchText: search,
      text: search,
      title: search,
      searchFields: fields,
      trackingStatuses: fc.subarray(['TRACKING', 'NOT_TRACKED', 'ARCHIVED'], { minLength: 1 }),
      stateIds: fc.subarray([...STATES]),
      sessionId: fc.constantFrom(...Object.values(sessions)),
    },
    { requiredKeys: [] },
  );

  it('in any fields and lists, also of bills that have changed', async () => {
    const seed = 20_261;
    const [first = [], second = []] = fc.sample(fc.array(content, { minLength: 60, maxLength: 60 }), {
      seed,
      numRuns: 2,
    });
    const build = (contents: typeof first) =>
      contents.map((own, index) => {
        const stateId = STATES[index % 2] ?? 24;
        const place = { stateId, sessionId: sessions[stateId], lastActionOn: `2026-01-${10 + (index % 9)}` };
        return buildBill(`${index % 3 ? 'HB' : 'SB'} ${index}`, { ...own, ...place });
      });
    const ids = await service.importBills(...build(first));
    await service.importBills(...build([...second.slice(0, 30), ...first.slice(30)]));
    for (const [index, id] of ids.entries())
      if (index % 3) await service.track(id, { trackingStatus: index % 3 === 1 ? 'TRACKING' : 'ARCHIVED' });
    const filters = fc
      .sample(filter, { seed, numRuns: 250 })
      .filter((each) => [each.searchText, each.text, each.title].some((asked) => asked?.trim()));
    const findAll = async () => {
      const found: Awaited<ReturnType<typeof find>>[] = [];
      for (const each of filters)
        found.push(await find({ trackingStatuses: ['NOT_TRACKED', 'TRACKING'], ...each }));
      return found;
    };
    const indexed = await findAll();
    const scanned = await withoutIndex(findAll);
    for (const [index, { numbers, total }] of scanned.entries())
      expect(indexed[index], JSON.stringify(filters[index])).toMatchObject({ numbers, total });
    expect(scanned.filter(({ total }) => total > 0).length).toBeGreaterThan(50);
    expect(
      indexed.filter(({ readUnits }, index) => readUnits < (scanned[index]?.readUnits ?? 0)).length,
    ).toBeGreaterThan(50);
  });
});

describe('the hints of words', () => {
  it('are of no effect where the bill does not have the word, or there is no bill', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 9001', { title: 'Quicksilver' }));
    await putHints(service.store, 'bills', [
      { id, words: ['quagmire'] },
      { id: '99999999', words: ['quagmire', 'quicksilver'] },
    ]);
    const inSession = { trackingStatuses: ['NOT_TRACKED'], sessionId: 2402 };
    expect((await find({ ...inSession, searchText: 'quagmire' })).numbers).toEqual([]);
    expect((await find({ ...inSession, searchText: 'quicksilver' })).numbers).toEqual(['HB 9001']);
  });

  it('are not written by a dry run', async () => {
    const incoming = [{ content: buildBill('HB 9002', { title: 'Zymurgy' }), actions: [] }];
    await upsertBills(service.store, incoming, service.now, { dryRun: true });
    expect(await listHints('zymurgy')).toEqual([]);
    const [{ billId } = {}] = await upsertBills(service.store, incoming, service.now);
    expect(await listHints('zymurgy')).toEqual([`zymurgy#${billId}`]);
  });

  it('are rebuilt for bills of earlier versions, which are found without them until then', async () => {
    const [id = ''] = await service.importBills(buildBill('HB 9003', { title: 'Vexillology' }));
    const filter = { trackingStatuses: ['NOT_TRACKED'], sessionId: 2402, searchText: 'vexill' };
    await commit([remove(completeKey()), remove(service.store.key('WORDS#bills#ve', `vexillology#${id}`))]);
    expect((await find(filter)).numbers).toEqual(['HB 9003']);
    expect(await rebuildBillHints(service.store, () => undefined)).toBeGreaterThan(0);
    expect(await listHints('vexillology')).toEqual([`vexillology#${id}`]);
    expect(await service.store.get(completeKey())).toBeDefined();
    expect((await find(filter)).numbers).toEqual(['HB 9003']);
  });

  it('have no name of an erased person, but the same words of others', async () => {
    const { platform, store } = service;
    const token = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['crm.people.read', 'crm.people.write', 'crm.people.erase'],
    });
    const call = (method: string, path: string, body?: unknown) =>
      platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token, body });
    const { id: personId } = (await call('POST', '', { firstName: 'Xanthippe', lastName: 'Yarborough' }))
      .body;
    const sponsors = [{ name: 'Xanthippe Yarborough', personId, isPrimary: true }];
    const [own = '', named = '', former = ''] = await service.importBills(
      buildBill('HB 9004', { sponsors }),
      buildBill('HB 9005', { sponsors, title: 'The Yarborough Bridge' }),
      buildBill('HB 9006', { sponsors }),
    );
    await service.importBills(buildBill('HB 9006', { sponsors: [{ name: 'Another', isPrimary: true }] }));
    for (const billId of [own, named, former]) await service.track(billId, { trackingStatus: 'TRACKING' });
    expect(await listHints('xanthippe')).toHaveLength(3);
    expect((await call('POST', `/${personId}/Erase`)).status).toBe(200);
    const changed = { Keys: { pk: { S: `T#demo#PERSON#${personId}` }, sk: { S: 'ERASURE' } } };
    await erasePeople({
      Records: [
        { eventName: 'INSERT', dynamodb: { ...changed, NewImage: { type: { S: 'person-erasure' } } } },
      ],
    });
    expect(await listHints('xanthippe')).toEqual([]);
    expect(await listHints('yarborough')).toEqual([`yarborough#${named}`]);
    expect((await find({ searchText: 'yarborough' })).numbers).toEqual(['HB 9005']);
    for (const searchText of ['erased person', 'erased', 'another'])
      expect(await find({ searchText })).toMatchObject(
        await withoutIndex(async () => {
          const { numbers, total } = await find({ searchText });
          return { numbers, total };
        }),
      );
    expect((await find({ searchText: 'erased person' })).numbers).toEqual(
      expect.arrayContaining(['HB 9004', 'HB 9005']),
    );
    expect(await store.get(completeKey())).toBeDefined();
  });
});

describe('the read units of a search', () => {
  const place = { stateId: 48, sessionId: 4801, session: '89', sessionName: '89th' };
  const filter = { trackingStatuses: ['NOT_TRACKED'], sessionId: 4801 };
  const importMatters = (from: number, to: number) =>
    service.importBills(
      ...Array.from({ length: to - from }, (_, index) => {
        const number = from + index;
        return buildBill(`HB ${number}`, {
          ...place,
          title: `Relating to matter${number} of counties${number % 10 === 0 ? ' and tollways' : ''}`,
          // As long as a summary is, in few words: each is a hint to write.
          summary: 'Asks officers to report to the officers. '.repeat(16),
          lastActionOn: `2026-0${1 + (number % 9)}-11`,
        });
      }),
    );
  const measure = async () => ({
    rare: await find({ ...filter, searchText: 'matter150' }),
    two: await find({ ...filter, searchText: 'counties matter150' }),
    number: await find({ ...filter, searchText: 'H.B. 150' }),
    tenth: await find({ ...filter, searchText: 'tollway' }),
    common: await find({ ...filter, searchText: 'counties' }),
  });

  it('are the same for a rare word, also beside a common one, and a number among 300 bills and among 1,200', async () => {
    await importMatters(1, 301);
    const few = await measure();
    await importMatters(301, 1201);
    const many = await measure();
    expect(few.rare.numbers).toEqual(['HB 150']);
    for (const name of ['rare', 'two', 'number'] as const) {
      expect(many[name].numbers).toEqual(['HB 150']);
      expect(many[name].readUnits, name).toBe(few[name].readUnits);
      expect(many[name].readUnits, name).toBeLessThanOrEqual(6);
    }
    expect([few.tenth.total, many.tenth.total, many.common.total]).toEqual([30, 120, 1200]);
    expect(many.tenth.readUnits).toBeLessThan(many.common.readUnits * 0.8);
  });
});
