// Proves the two-step sign-in (docs/interface/identity.md#two-step-sign-in, #sign-in-protection) over real HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAttempt } from '../../../shared/auth/throttles/throttle-store.ts';
import { observeRequests } from '../../../shared/data/client.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import {
  requestWorkspaceToken as entered,
  signInAdministrator,
  demoUser as userOf,
} from '../tenants/demo.ts';
import { settleAttempts } from './settled-attempts.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const list = '/api/v1/Services/Authrize';
const enter = '/api/v1/Services/AuthorizeUserForWorkSpace';

const demoUser = (name: string) => userOf(platform, name);

describe('the list of workspaces', () => {
  it('names every workspace of the user with its roles', async () => {
    const reply = await platform.call('POST', 'identity', list, { body: demoUser('ada') });
    expect(reply.status).toBe(200);
    expect(reply.body.workSpaceList).toMatchObject([
      { tenantCode: 'demo', name: 'Cascadia Association of Counties', roles: ['admin', 'platform-admin'] },
      { tenantCode: 'harbor', name: 'Harbor Realtors Guild', roles: ['admin'] },
    ]);
    expect(reply.body.workSpaceList[1].permissions).not.toContain('platform.admin');
  });

  it('accepts the user name in any spelling, and the path in any case', async () => {
    const { password } = demoUser('dora');
    const body = { userName: ' DORA@demo.Example', password };
    const reply = await platform.call('POST', 'identity', '/API/v1/services/authrize/', { body });
    expect(reply.status).toBe(200);
    expect(reply.body.workSpaceList).toHaveLength(1);
  });

  it('gives the same reply for a wrong password, an unknown user and an invited user', async () => {
    const replies = await Promise.all(
      ['ben@demo.example', 'nobody@demo.example', 'erin@demo.example'].map((userName) =>
        platform.call('POST', 'identity', list, { body: { userName, password: 'not the right one' } }),
      ),
    );
    const seen = replies.map(({ status, body: { requestId: _, ...rest } }) => ({ status, rest }));
    expect(seen[0]).toMatchObject({ status: 401, rest: { error: 'invalid_grant' } });
    expect(new Set(seen.map((reply) => JSON.stringify(reply))).size).toBe(1);
  });

  it('needs the same reads, hashing and writes for an unknown user as for a known one', async () => {
    // DynamoDB Local counts no units for keys of a batch without an item, so the keys themselves are compared.
    const requests: string[] = [];
    const stop = observeRequests(({ operation, input }) => {
      const tables: { Keys?: unknown[] }[] = Object.values(input.RequestItems ?? {});
      requests.push([operation, ...tables.map(({ Keys = [] }) => Keys.length)].join(' '));
    });
    const cost = async (userName: string, address: number) => {
      requests.length = 0;
      const reply = await platform.call('POST', 'identity', list, {
        body: { userName, password: `wrong ${address}` },
      });
      expect(reply.status).toBe(401);
      return [[...requests], reply.roundTrips, reply.writeUnits];
    };
    const known = await cost('fay@demo.example', 2);
    expect(await cost('nobody.else@demo.example', 1)).toEqual(known);
    expect(known.slice(0, 2)).toEqual([
      ['BatchGetItem 5', 'TransactWriteItems', 'BatchGetItem 1', 'PutItem'],
      4,
    ]);
    stop();
  });

  it('costs five round trips, and the token of a workspace four, from a known address and from a new one', async () => {
    const { userName, password } = { userName: 'kira@demo.example', password: 'kites above the long field' };
    const cost = async (path: string) =>
      (await platform.call('POST', 'identity', path, { body: { tenantCode: 'demo', userName, password } }))
        .roundTrips;
    // The first one comes from an address that the account is not known at yet.
    expect(await cost(list)).toBe(5);
    expect(await cost(list)).toBe(5);
    expect(await cost(enter)).toBe(4);
  });

  it('reports the type of a password that is no string, and accepts a body with a byte order mark (RFC 8259 8.1)', async () => {
    const { userName, password } = demoUser('ada');
    const number = await platform.call('POST', 'identity', list, { body: { userName, password: 12345678 } });
    expect([number.status, number.body.details]).toEqual([
      400,
      [{ code: 'INVALID_TYPE', target: 'password', message: 'password must be a text, but was a number.' }],
    ]);
    const marked = await fetch(`${platform.urls.identity}${list}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `\u{feff}${JSON.stringify({ userName, password })}`,
    });
    expect(marked.status).toBe(200);
  });

  it('reports every error of an invalid request at once', async () => {
    const reply = await platform.call('POST', 'identity', list, { body: { userName: '', password: 7 } });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: 'invalid_request', code: 'VALIDATION_ERROR' });
    expect(reply.body.details.map((detail: { target: string }) => detail.target)).toEqual([
      'userName',
      'password',
    ]);
    const text = await platform.call('POST', 'identity', list, {
      body: 'userName=a',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(text.status).toBe(415);
    expect((await platform.call('POST', 'identity', list, { body: '{' })).status).toBe(400);
    expect((await platform.call('GET', 'identity', list)).status).toBe(405);
  });
});

describe('the token of a workspace', () => {
  it('gives access to the requested workspace', async () => {
    const reply = await platform.call('POST', 'identity', enter, {
      body: { tenantCode: 'DEMO', ...demoUser('ben') },
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.body).toMatchObject({ tokenType: 'Bearer', expiresIn: 3600, tenantCode: 'demo' });
    const path = '/api/v1/Subject/GetAssignedRolesPermission';
    const own = { tenant: 'demo', token: reply.body.accessToken };
    const opened = await platform.call('GET', 'identity', path, own);
    expect(opened.status).toBe(200);
    expect(opened.body.roles).toEqual([{ name: 'admin' }]);
    expect(opened.body.permissions).toContainEqual({ name: 'crm.people.read' });
  });

  it('gives no access to another workspace: 403, never a silent switch', async () => {
    const { body } = await platform.call('POST', 'identity', enter, {
      body: { tenantCode: 'demo', ...demoUser('ada') },
    });
    const reply = await platform.call('GET', 'identity', '/api/v1/Subject/GetAssignedRolesPermission', {
      tenant: 'harbor',
      token: body.accessToken,
    });
    expect(reply.status).toBe(403);
  });

  it('is refused with 403 for a workspace that does not exist or that the user does not have', async () => {
    for (const tenantCode of ['harbor', 'nowhere', '../demo', '#']) {
      const reply = await platform.call('POST', 'identity', enter, {
        body: { tenantCode, ...demoUser('ben') },
      });
      expect(reply.status).toBe(403);
      expect(reply.body.code).toBe('WORKSPACE_DENIED');
    }
  });

  it('is refused with 401 for a wrong password, whatever the workspace', async () => {
    const { userName } = demoUser('cleo');
    for (const tenantCode of ['harbor', 'nowhere']) {
      const reply = await platform.call('POST', 'identity', enter, {
        body: { tenantCode, userName, password: 'not the right one' },
      });
      expect(reply.status).toBe(401);
    }
  });
});

describe('the list of what a subject may do', () => {
  const path = '/api/v1/Subject/GetAssignedRolesPermission';

  it('is returned to the subject itself, and to others only with the permission', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['member'] });
    const call = await signInAdministrator(platform);
    const users = (await call('GET', '/api/v1/Users')).body.items;
    const userId = users.find((user: { userName: string }) => user.userName === 'ben@demo.example').id;
    const other = `${path}?tenantCode=demo&userId=${userId}`;
    expect((await platform.call('GET', 'identity', path, { tenant: 'demo', token })).status).toBe(200);
    expect((await platform.call('GET', 'identity', other, { tenant: 'demo', token })).status).toBe(403);
    const staff = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
    const seen = await platform.call('GET', 'identity', other, { tenant: 'demo', token: staff });
    expect(seen.body).toMatchObject({ userId, tenantCode: 'demo', roles: [{ name: 'admin' }] });
  });

  it('treats empty parameters as absent, and accepts ids in any case (RFC 9562 4)', async () => {
    const { body } = await entered(platform, 'demo', demoUser('ada'));
    const getPermissions = (query: string) =>
      platform.call('GET', 'identity', `/api/v1/Subject/GetAssignedRolesPermission?${query}`, {
        tenant: 'demo',
        token: body.accessToken,
      });
    const empty = await getPermissions('tenantCode=&userId=');
    expect(empty.status).toBe(200);
    const upper = await getPermissions(`userId=${empty.body.userId.toUpperCase()}`);
    expect([upper.status, upper.body]).toEqual([200, empty.body]);
  });

  it('is not returned for another tenant, for an unknown user, or without a token', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const harbor = await platform.call('GET', 'identity', `${path}?tenantCode=harbor`, {
      tenant: 'demo',
      token,
    });
    expect(harbor.status).toBe(403);
    const nobody = await platform.call('GET', 'identity', `${path}?userId=nobody`, { tenant: 'demo', token });
    expect(nobody.status).toBe(404);
    expect((await platform.call('GET', 'identity', path, { tenant: 'demo' })).status).toBe(401);
  });
});

describe('the sign-in log', () => {
  it('shows a tenant every attempt of its users, newest first, page by page', async () => {
    const { userName, password } = demoUser('cleo');
    await platform.call('POST', 'identity', list, { body: { userName, password: 'wrong again and again' } });
    await platform.call('POST', 'identity', enter, { body: { tenantCode: 'harbor', userName, password } });
    const token = await platform.tokenFor({ tenant: 'harbor', permissions: ['identity.signins.read'] });
    const first = await platform.call('GET', 'identity', '/api/v1/SignIns?pageSize=1', {
      tenant: 'harbor',
      token,
    });
    expect(first.body.items).toMatchObject([
      { step: 'workspace-token', outcome: 'succeeded', kind: 'user', name: userName },
    ]);
    const path = `/api/v1/SignIns?pageSize=1&cursor=${first.body.nextCursor}`;
    const second = await platform.call('GET', 'identity', path, { tenant: 'harbor', token });
    expect(second.body.items).toMatchObject([{ step: 'sign-in', outcome: 'wrong-password', name: userName }]);
    expect(first.text + second.text).not.toContain('wrong again');
  });

  it('shows nothing of another tenant and nothing of unknown names', async () => {
    const token = await platform.tokenFor({ tenant: 'harbor', permissions: ['identity.signins.read'] });
    const reply = await platform.call('GET', 'identity', '/api/v1/SignIns?pageSize=200', {
      tenant: 'harbor',
      token,
    });
    expect(reply.text).not.toContain('ben@demo.example');
    expect(reply.text).not.toContain('nobody');
  });

  it('is exported as CSV with quoted fields, page by page, in which no cell is a formula', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const path = '/api/v1/SignIns/Export?pageSize=1';
    const headers = { 'User-Agent': '=HYPERLINK("https://evil.example")' };
    const body = { tenantCode: 'demo', ...demoUser('ben') };
    await platform.call('POST', 'identity', enter, { body, headers });
    const first = await platform.call('GET', 'identity', path, { tenant: 'demo', token });
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [titles = '', row = ''] = first.text.replace(/^\ufeff/, '').split('\r\n');
    expect(titles).toBe('"Time","Step","Outcome","Kind","Name","Subject","Address","User agent","Id"');
    expect(row).toMatch(/^"20[^"]*","workspace-token","succeeded","user","ben@demo\.example"/);
    expect(row).toContain(`"'=HYPERLINK(`);
    expect(first.headers.get('link')).toMatch(/SignIns\/Export\?pageSize=1&cursor=[\w%-]+>; rel="next"/);
    const second = await platform.call(
      'GET',
      'identity',
      (/<[^>]*(\/api[^>]*)>/.exec(first.headers.get('link') ?? '') ?? [])[1] ?? '',
      { tenant: 'demo', token },
    );
    expect(second.text).not.toContain(row);
    const member = await platform.tokenFor({ tenant: 'demo', roles: ['member'] });
    expect((await platform.call('GET', 'identity', path, { tenant: 'demo', token: member })).status).toBe(
      403,
    );
  });

  it('refuses an invented cursor, and callers without the permission', async () => {
    const token = await platform.tokenFor({ tenant: 'harbor', permissions: ['identity.signins.read'] });
    for (const cursor of ['x', 'W10', Buffer.from('["a","b"]').toString('base64url')]) {
      const reply = await platform.call('GET', 'identity', `/api/v1/SignIns?cursor=${cursor}`, {
        tenant: 'harbor',
        token,
      });
      expect(reply.status).toBe(400);
    }
    const member = await platform.tokenFor({ tenant: 'harbor', roles: ['member'] });
    expect(
      (await platform.call('GET', 'identity', '/api/v1/SignIns', { tenant: 'harbor', token: member })).status,
    ).toBe(403);
  });
});

describe('throttling', () => {
  it('does not reject any of many sign-ins with the right password at once', async () => {
    const body = demoUser('dora');
    const signIns = Array.from({ length: 16 }, () => platform.call('POST', 'identity', list, { body }));
    expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(Array(16).fill(200));
  });

  it('lets an attempt beyond the limit wait for those before it, because only failures count', async () => {
    const attempt = { account: 'many-at-once@demo.example', address: '192.0.2.77' };
    const count = () => countAttempt(openPlatformStore(), attempt, new Date());
    const [first] = [await count(), await count(), await count(), await count(), await count()];
    let reads = 0;
    const { promise: readAgain, resolve } = Promise.withResolvers<void>();
    const stop = observeRequests(({ operation }) => {
      if (operation === 'BatchGetItem') reads += 1;
      if (reads === 2) resolve();
    });
    const sixth = count();
    // It has found the limit reached, and looks again.
    await Promise.race([sixth, readAgain]);
    stop();
    expect(reads).toBe(2);
    if ('succeeded' in first) await first.succeeded();
    expect(await sixth).toHaveProperty('succeeded');
  });

  it('refuses at once beyond the limit of what counts even when it succeeds, as a request for a mail', async () => {
    const request = {
      account: 'mail for many-at-once@demo.example',
      address: '192.0.2.78',
      canSucceed: false,
    };
    const count = () => countAttempt(openPlatformStore(), request, new Date());
    for (let index = 0; index < 5; index += 1) expect(await count()).toHaveProperty('succeeded');
    let reads = 0;
    const stop = observeRequests(({ operation }) => {
      if (operation === 'BatchGetItem') reads += 1;
    });
    expect(await count()).toHaveProperty('retryAfter');
    stop();
    expect(reads).toBe(1);
  });

  it('refuses the sixth attempt on an account from an address, even with the right password, with Retry-After', async () => {
    const { userName, password } = demoUser('dora');
    const attempt = (attempted: string, name = userName) =>
      platform.call('POST', 'identity', list, { body: { userName: name, password: attempted } });
    expect((await attempt(password)).status).toBe(200);
    const burst = await Promise.all(Array.from({ length: 12 }, (_, index) => attempt(`wrong ${index}`)));
    const statuses = burst.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
    const refused = await attempt(password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    const { password: other, userName: ben } = demoUser('ben');
    expect((await attempt(other, ben)).status).toBe(200);
  });

  it('logs refused attempts once per window, however many there are (OWASP API4:2023)', async () => {
    const { userName } = demoUser('cleo');
    const body = { userName, password: 'a flood of guesses' };
    const attempt = () => platform.call('POST', 'identity', list, { body });
    await Promise.all(Array.from({ length: 5 }, attempt));
    settleAttempts();
    const last = (await Promise.all(Array.from({ length: 15 }, attempt))).at(-1);
    for (let more = 0; more < 3; more += 1)
      expect((await platform.call('POST', 'identity', list, { body })).status).toBe(429);
    expect(last?.status).toBeGreaterThan(400);
    const token = await platform.tokenFor({ tenant: 'harbor', permissions: ['identity.signins.read'] });
    const log = await platform.call('GET', 'identity', '/api/v1/SignIns?pageSize=200', {
      tenant: 'harbor',
      token,
    });
    const throttled = log.body.items.filter((entry: { outcome: string }) => entry.outcome === 'throttled');
    expect(throttled).toMatchObject([{ step: 'sign-in', kind: 'user', name: userName }]);
  });

  it('treats a name that normalization makes longer than a key as unknown (Unicode NFKC, U+FDFA)', async () => {
    const body = { userName: '\u{fdfa}'.repeat(256), password: 'salaam' };
    const reply = await platform.call('POST', 'identity', list, { body });
    expect([reply.status, reply.body.error]).toEqual([401, 'invalid_grant']);
  });

  it('blocks an owner, after wrong attempts from the same address, for at most a quarter of an hour', async () => {
    const attempt = { account: 'office@demo.example', address: '192.0.2.77' };
    let seconds = 1_900_000_000;
    const tried = () => countAttempt(openPlatformStore(), attempt, new Date(seconds * 1000));
    const first = await tried();
    if (!('succeeded' in first)) throw new Error('The first attempt was refused');
    await first.succeeded();
    for (let round = 0; round < 6; round += 1) {
      for (let guess = 0; guess < 5; guess += 1) expect(await tried()).toHaveProperty('succeeded');
      // Attempts of the last four seconds may still succeed, so that one more would wait for them.
      seconds += 5;
      expect(await tried()).toMatchObject({ retryAfter: 895 });
      seconds += 895;
    }
    expect(await tried()).toHaveProperty('succeeded');
  });

  it('counts attempts on an unknown name in the same way', async () => {
    const body = { userName: 'ghost@demo.example', password: 'boo' };
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      if (index === 5) settleAttempts();
      statuses.push((await platform.call('POST', 'identity', list, { body })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});
