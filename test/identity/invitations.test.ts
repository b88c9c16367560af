// Proves that users are invited by mail and accept once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { getTargets, requestWorkspaceToken, signInAdministrator } from './demo.ts';

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

describe('invitations', () => {
  const accept = (token: string, password: string) =>
    platform.call('POST', 'identity', '/api/v1/Users/AcceptInvitation', {
      body: { token, password: password },
    });

  async function invite(email: string): Promise<{ readonly id: string; readonly token: string }> {
    const reply = await call('POST', '/api/v1/Users/Invite', {
      email,
      tenantCode: 'demo',
      roles: ['member'],
    });
    expect([reply.status, reply.body.status]).toEqual([201, 'invited']);
    expect(reply.text).not.toMatch(/token/i);
    return { id: reply.body.id, token: await mailedToken(email) };
  }

  async function mailedToken(to: string): Promise<string> {
    const store = platform.store('demo');
    const { items } = await store.query<{ to: string; text: string }>(store.listing('OUTBOX'));
    const texts = items.filter((mail) => mail.to === to).map((mail) => mail.text);
    return /^ {2}(\S+)$/m.exec(texts.at(-1) ?? '')?.[1] ?? '';
  }

  it('are sent by mail through the outbox and can be accepted once', async () => {
    const { token } = await invite('sven@demo.example');
    const weak = await accept(token, 'short');
    expect([weak.status, getTargets(weak)]).toEqual([400, ['password']]);
    const accepted = await accept(token, 'barley fields at noon');
    expect(accepted.body).toEqual({ userName: 'sven@demo.example' });
    expect((await accept(token, 'barley fields at noon')).status).toBe(404);
    const entered = await requestWorkspaceToken(platform, 'demo', {
      userName: 'sven@demo.example',
      password: 'barley fields at noon',
    });
    expect(entered.status).toBe(200);
  });

  it('end when there is a newer one, when the password is set, and when the user is disabled', async () => {
    const first = await invite('tara@demo.example');
    expect((await call('POST', `/api/v1/Users/${first.id}/Invite`)).status).toBe(200);
    expect((await accept(first.token, 'barley fields at noon')).status).toBe(404);
    const two = await invite('ulf@demo.example');
    await call('PUT', `/api/v1/Users/${two.id}/Password`, { password: 'wheat fields at noon' });
    expect((await accept(two.token, 'barley fields at noon')).status).toBe(404);
    expect((await call('POST', `/api/v1/Users/${two.id}/Invite`)).status).toBe(409);
    const three = await invite('vera@demo.example');
    await call('POST', `/api/v1/Users/${three.id}/Disable`);
    expect((await accept(three.token, 'barley fields at noon')).status).toBe(404);
  });

  it('stay open when a renewal names another version by If-Match (RFC 9110 13.1.1)', async () => {
    const { id, token } = await invite('xenia@demo.example');
    const renew = (tag: string) => call('POST', `/api/v1/Users/${id}/Invite`, undefined, { 'If-Match': tag });
    expect((await renew('"99"')).status).toBe(412);
    expect((await accept(token, 'barley fields at noon')).status).toBe(200);
    const other = await invite('yoko@demo.example');
    const tag = (await call('GET', `/api/v1/Users/${other.id}`)).headers.get('etag') ?? '';
    const renewed = await call('POST', `/api/v1/Users/${other.id}/Invite`, undefined, { 'If-Match': tag });
    expect(renewed.status).toBe(200);
  });

  it('cannot be guessed: unknown and malformed tokens get the same reply', async () => {
    const { id } = await invite('wim@demo.example');
    for (const token of [
      'x',
      `${id}.${'A'.repeat(43)}`,
      `3f2504e0-4f89-41d3-9a0c-0305e82c3301.${'A'.repeat(43)}`,
    ])
      expect((await accept(token, 'barley fields at noon')).status).toBe(404);
  });
});
