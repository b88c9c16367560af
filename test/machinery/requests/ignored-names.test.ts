// Names that nothing reads are reported (docs/interface/requests.md#ignored-names).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'training.awards.read',
      'training.credits.write',
      'billtracking.bills.read',
    ],
  });
});
afterAll(() => platform.stop());

type Area = Parameters<TestPlatform['call']>[1];
const send = async (method: string, area: Area, path: string, body?: unknown) => {
  const reply = await platform.call(method, area, path, { tenant: 'demo', token, body });
  return { status: reply.status, ignored: reply.headers.get('ignored-fields') };
};
const list = (body: object) => send('POST', 'crm', '/api/v1/people/PeoplePagingList', body);

describe('Ignored-Fields', () => {
  it('names filters that a list does not have', async () => {
    expect(await list({ filter: { searchText: '' }, pagesize: 5 })).toEqual({
      status: 200,
      ignored: '"pagesize"',
    });
    // A filter of area B is refused with a name that it does not have.
    expect((await list({ filter: { searchText: '', lastNam: 'x' } })).status).toBe(400);
    const bills = { searchText: '', titel: 'water', pageNumber: 1, pageSize: 10 };
    expect(await send('POST', 'billtracking', '/api/1.0/legislative/public-bills/list', bills)).toEqual({
      status: 200,
      ignored: '"titel"',
    });
  });

  it('is absent when everything was read', async () => {
    expect(await list({ pageIndex: 0, pageSize: 5, filter: { searchText: 'a' } })).toEqual({
      status: 200,
      ignored: null,
    });
    expect(await send('PUT', 'crm', '/api/v1/people/x?validateOnly=true', {})).toMatchObject({
      ignored: null,
    });
  });

  it('names what a query does not have, and validateOnly where nothing is written', async () => {
    const { ignored } = await send('GET', 'crm', '/api/v1/people?limit=5&PAGESIZE=3&validateOnly=true');
    expect(ignored?.split(', ').sort()).toEqual(['"limit"', '"validateOnly"']);
  });

  it('comes with a refusal too, where it often says why', async () => {
    expect(await send('POST', 'crm', '/api/v1/people', { fisrtName: 'Ada' })).toEqual({
      status: 400,
      ignored: '"fisrtName"',
    });
  });

  it('is a valid header for every name, and of bounded length', async () => {
    const names = ['a"b', 'line\r\nSet-Cookie: x=1', 'Straße', '\ud800', '__proto__', 'x'.repeat(5000)];
    const hostile = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}: 1`).join(', ')}}`);
    const { status, ignored } = await list(hostile);
    expect(status).toBe(200);
    expect(ignored).toMatch(/^"[\x20-\x7e]+"$/);
    expect(ignored).toContain(
      '"a%22b", "line%0D%0ASet-Cookie:%20x=1", "Stra%C3%9Fe", "%EF%BF%BD", "__proto__"',
    );
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`name${index}`, 1]));
    expect((await list(many)).ignored?.split(', ')).toHaveLength(20);
  });

  it('names a field of rows once', async () => {
    const rows = [{ creditz: 1 }, { creditz: 2 }];
    const { ignored } = await send('POST', 'training', '/api/v1/Credits/Import', { rows });
    expect(ignored).toBe('"rows.creditz"');
  });
});
