// People who may be stored twice (docs/interface/crm.md#duplicates).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token, body, headers });
const create = async (body: object): Promise<string> => (await send('POST', '', body)).body.id;

interface Pair {
  readonly people: readonly { readonly id: string }[];
}
const toIds = (pairs: readonly Pair[]): string[] =>
  pairs.map(({ people }) =>
    people
      .map(({ id }) => id)
      .sort()
      .join(),
  );
/** The pairs of all pages, with as many on each. */
const listPairs = async (pageSize = 100, query = ''): Promise<Pair[]> => {
  const pairs: Pair[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await send(
      'GET',
      `/Duplicates?pageSize=${pageSize}${query}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    pairs.push(...body.data);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return pairs;
};
const pairOf = (...ids: string[]): string => ids.toSorted().join();

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.emails.read'],
  });
});
afterAll(() => platform.stop());

const named = (lastName: string, more: object = {}) => create({ firstName: 'Zoë', lastName, ...more });
const inTown = (zipCode: string) => ({ addresses: [{ city: 'Rivertown', zipCode }] });

describe('possible duplicates', () => {
  it('have the same folded name and an email address in common, and each pair gives its reason', async () => {
    const a = await named('Dupontin', { email: 'Zoe@dup.example' });
    const b = await create({
      firstName: 'ZOE',
      lastName: 'dupontin',
      emails: [{ value: 'other@dup.example' }, { value: 'zoe@dup.example' }],
    });
    const { body } = await send('GET', `/${a}/Duplicates`);
    expect(body.data).toMatchObject([
      {
        people: [{ id: a }, { id: b }],
        reasons: [{ sameNameAnd: ['email'], message: 'Both have the same name and email address.' }],
        isNotDuplicate: false,
      },
    ]);
    expect(toIds(await listPairs())).toContain(pairOf(a, b));
  });

  it('are not those who only share the address of a family, or only a name', async () => {
    const email = 'family@dup.example';
    const [a, b, c] = [
      await named('Familie', { email }),
      await create({ firstName: 'Max', lastName: 'Familie', email }),
      await named('Familie', { email: 'else@dup.example' }),
    ];
    const pairs = toIds(await listPairs());
    for (const id of [a, b, c]) expect(pairs.join()).not.toContain(id);
  });

  it('follow a change of a person at once', async () => {
    const a = await named('Moved', inTown('21401'));
    const b = await named('Moved', inTown('99999'));
    expect((await send('GET', `/${a}/Duplicates`)).body.data).toEqual([]);
    await send('PATCH', `/${b}`, inTown('21401-0001'));
    expect(toIds((await send('GET', `/${a}/Duplicates`)).body.data)).toEqual([pairOf(a, b)]);
    await send('PATCH', `/${b}`, { lastName: 'Elsewhere' });
    expect((await send('GET', `/${a}/Duplicates`)).body.data).toEqual([]);
  });

  it('are listed page by page, each pair once, whatever the size of a page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push(await named('Paged', inTown('21401')));
    const expected = ids.flatMap((a, i) => ids.slice(i + 1).map((b) => pairOf(a, b)));
    const whole = toIds(await listPairs());
    expect(whole.filter((pair) => expected.includes(pair))).toHaveLength(6);
    for (const size of [1, 2, 5]) expect(toIds(await listPairs(size))).toEqual(whole);
  });

  it('refuse a cursor of another list', async () => {
    expect((await send('GET', '/Duplicates?cursor=1.abc')).status).toBe(400);
  });
});

describe('a pair that was declared not to be duplicates', () => {
  it('is left out of the list, whichever of the two is named first, until that is withdrawn', async () => {
    const a = await named('Distinct', inTown('21401'));
    const b = await named('Distinct', inTown('21401'));
    expect((await send('PUT', `/${a}/NotDuplicates/${b}`)).status).toBe(204);
    expect(toIds(await listPairs())).not.toContain(pairOf(a, b));
    expect(toIds(await listPairs(10, '&includeDecided=true'))).toContain(pairOf(a, b));
    expect((await send('GET', `/${b}/Duplicates`)).body.data[0]).toMatchObject({ isNotDuplicate: true });
    await send('DELETE', `/${b}/NotDuplicates/${a}`);
    expect(toIds(await listPairs())).toContain(pairOf(a, b));
  });

  it('names two people who exist', async () => {
    const a = await named('Alone');
    expect((await send('PUT', `/${a}/NotDuplicates/${a}`)).status).toBe(409);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await send('PUT', `/${a}/NotDuplicates/${unknown}`)).body.error.message).toContain(unknown);
  });
});

describe('the rules of a tenant', () => {
  it('decide which pairs are listed, and a lost update is refused', async () => {
    const a = await named('Ruled', { phone: '+1 410 555 0171' });
    const b = await named('Ruled', { phone: '(410) 555-0171' });
    const before = await send('GET', '/Duplicates/Rules');
    expect(before.body).toEqual({
      rules: [{ sameNameAnd: ['email'] }, { sameNameAnd: ['postalCode'] }],
      modifiedDate: null,
    });
    const rules = [{ sameNameAnd: ['phone'] }];
    const match = { 'If-Match': before.headers.get('etag') ?? '' };
    expect((await send('PUT', '/Duplicates/Rules', { rules }, match)).status).toBe(200);
    expect(toIds(await listPairs())).toEqual([pairOf(a, b)]);
    expect((await send('PUT', '/Duplicates/Rules', { rules }, match)).status).toBe(412);
  });

  it('ask for more than the name, and say what is valid', async () => {
    const { status, body } = await send('PUT', '/Duplicates/Rules', {
      rules: [{ sameNameAnd: [] }, { sameNameAnd: ['shoeSize'] }],
    });
    expect(status).toBe(400);
    expect(body.error.details).toHaveLength(2);
    expect(JSON.stringify(body.error)).toContain('postalCode');
    const twice = [{ sameNameAnd: ['email', 'phone'] }, { sameNameAnd: ['phone', 'email'] }];
    expect((await send('PUT', '/Duplicates/Rules', { rules: twice })).body.error.message).toContain('twice');
  });
});
