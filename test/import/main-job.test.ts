// The main job: import the real officials, sign in with the two-step login, read all people page by page.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importInto } from './import-into.ts';

const data = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const OFFICIALS = 8800;

interface Listed {
  readonly id: string;
  readonly lastName: string | null;
  readonly firstName: string | null;
}

describe('the officials of the shared bundle', () => {
  let platform: TestPlatform;
  let token: string;
  let before: number;

  const page = async (query: string) => {
    const reply = await platform.call('GET', 'crm', `/api/v1/people?${query}`, { tenant: 'demo', token });
    expect(reply.status).toBe(200);
    return reply;
  };

  beforeAll(async () => {
    if (!existsSync(data))
      throw new Error(`This test reads the shared data bundle, which is not at ${data}.`);
    platform = await startPlatform();
    token = await signedIn(platform);
    before = (await page('pageSize=1')).body.totalCount;
  }, 120_000);

  afterAll(() => platform.stop());

  it('are imported, all of them, and unchanged the second time', async () => {
    const first = await importInto('people', `${data}/officials-current.csv`);
    expect(first.counts.people).toEqual({ created: OFFICIALS, updated: 0, unchanged: 0, refused: 0 });
    const second = await importInto('people', `${data}/officials-current.csv`);
    expect(second.counts.people).toEqual({ created: 0, updated: 0, unchanged: OFFICIALS, refused: 0 });
  }, 180_000);

  it('are read by page number: right total, every person once, in the order of their names', async () => {
    const people: Listed[] = [];
    for (let pageIndex = 0; ; pageIndex += 1) {
      const { body } = await page(`pageIndex=${pageIndex}&pageSize=200`);
      expect(body).toMatchObject({ totalCount: before + OFFICIALS, pageIndex, pageSize: 200 });
      people.push(...body.data);
      if (!body.hasNextPage) break;
    }
    expect(people).toHaveLength(before + OFFICIALS);
    expect(new Set(people.map(({ id }) => id)).size).toBe(people.length);
    const plain = people
      .filter(({ lastName }) => /^[A-Za-z]+$/.test(lastName ?? ''))
      .map(({ lastName }) => lastName?.toLowerCase() ?? '');
    expect(plain).toEqual([...plain].sort());
  }, 120_000);

  it('are read by cursor: the same people in the same order', async () => {
    const [numbered, followed] = [[] as string[], [] as string[]];
    let cursor = '';
    for (let pageIndex = 0; pageIndex < 12; pageIndex += 1) {
      const [byNumber, byCursor] = [
        await page(`pageIndex=${pageIndex}&pageSize=150`),
        await page(`pageSize=150${cursor}`),
      ];
      numbered.push(...byNumber.body.data.map(({ id }: Listed) => id));
      followed.push(...byCursor.body.data.map(({ id }: Listed) => id));
      expect(byCursor.body.pageIndex).toBe(pageIndex);
      cursor = `&cursor=${encodeURIComponent(byCursor.body.nextCursor)}`;
    }
    expect(followed).toEqual(numbered);
  }, 60_000);

  it('show their offices and addresses, and can be read one by one', async () => {
    const { body } = await page('pageIndex=40&pageSize=1');
    const reply = await platform.call('GET', 'crm', `/api/v1/people/${body.data[0].id}`, {
      tenant: 'demo',
      token,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(body.data[0]);
    expect(reply.body).toMatchObject({ tenantId: 'demo', externalIds: [{ scheme: 'ocd-person' }] });
  });

  it('have committees with memberships; those without a person here are refused by row', async () => {
    const first = await importInto('committees', `${data}/committees.json`);
    expect(first.counts).toEqual({
      committees: { created: 3004, updated: 0, unchanged: 0, refused: 0 },
      memberships: { created: 38_582, updated: 0, unchanged: 0, refused: 34 },
    });
    const second = await importInto('committees', `${data}/committees.json`);
    expect(second.counts).toEqual({
      committees: { created: 0, updated: 0, unchanged: 3004, refused: 0 },
      memberships: { created: 0, updated: 0, unchanged: 38_582, refused: 34 },
    });
  }, 240_000);

  it("gain their history from the legislators' JSON without becoming others", async () => {
    const first = await importInto('people', `${data}/legislators`);
    expect(first.counts.people).toMatchObject({ created: 0, refused: 0 });
    const second = await importInto('people', `${data}/legislators`);
    expect(second.counts.people).toMatchObject({ created: 0, updated: 0, refused: 0 });
    const third = await importInto('people', `${data}/officials-current.csv`);
    expect(third.counts.people).toMatchObject({ created: 0, refused: 0 });
    expect((await page('pageSize=1')).body.totalCount).toBe(before + OFFICIALS);
  }, 120_000);
});

/** The two steps of interface.md 5: the workspaces of the user, then a token for one of them. */
async function signedIn(platform: TestPlatform): Promise<string> {
  const user = platform.demo.users.find(({ tenantCodes }) => tenantCodes.includes('demo'));
  const { userName, password } = user ?? {};
  const workspaces = await platform.call('POST', 'identity', '/api/v1/Services/Authrize', {
    body: { userName, password },
  });
  const { tenantCode } = workspaces.body.workSpaceList.find(
    (one: { tenantCode: string }) => one.tenantCode === 'demo',
  );
  const reply = await platform.call('POST', 'identity', '/api/v1/Services/AuthorizeUserForWorkSpace', {
    body: { tenantCode, userName, password },
  });
  return reply.body.accessToken;
}
