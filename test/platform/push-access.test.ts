// A push subscriber is cut off by the change that takes its access, and receives nothing after it.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as lookAfterAll } from '../../functions/platform/push-look-after/handler.ts';
import { revokedTokenKey, subjectKey } from '../../shared/auth/accounts/records.ts';
import { commit, put, update } from '../../shared/data/changes.ts';
import { lookAfter } from '../../shared/push/check-subscriber.ts';
import { listSubscribers } from '../../shared/push/subscriber-connections.ts';
import {
  closeAll,
  connectReady,
  fixture,
  isReady,
  requireOnlySubscriber,
  tokenFor,
  usePush,
  writeNote,
} from './push-fixture.ts';
import { connectSubscriber, type ReceivedMessage } from './subscriber.ts';

usePush();

describe('a subscriber that loses its access', () => {
  test.each([
    [
      'because the token was revoked',
      'TOKEN_REVOKED',
      async (jti: string) =>
        commit([
          put(revokedTokenKey(fixture.platform.store('demo'), jti), {
            type: 'revoked-token',
            id: jti,
            ttl: 9e9,
          }),
        ]),
    ],
    [
      'because the subject was disabled',
      'TOKEN_REVOKED',
      async (_: string, subject: string) =>
        commit([update(subjectKey(fixture.platform.store('demo'), subject), { set: { disabled: true } })]),
    ],
    [
      'because the permission was taken away',
      'PERMISSION_DENIED',
      async (_: string, subject: string) =>
        commit([update(subjectKey(fixture.platform.store('demo'), subject), { set: { permissions: [] } })]),
    ],
  ] as const)('%s gets the reason and is cut off; others are not', async (_, code, takeAway) => {
    const subject = randomUUID();
    const subscriber = connectSubscriber(fixture.platform.address, {
      'tenant-code': 'demo',
      access_token: await tokenFor('demo', subject),
    });
    await subscriber.first(isReady);
    const { claims } = await requireOnlySubscriber('demo');
    const other = await connectReady('demo');
    await fixture.triggers.caughtUp();
    await takeAway(claims.jti, subject);
    await lookAfterAll();
    await subscriber.closed;
    expect(subscriber.all.at(-1)).toMatchObject({ type: 'refused', code });
    expect(other.socket.readyState).toBe(other.socket.OPEN);
    await closeAll(other);
  });

  test('of one topic is refused and cut off, as if it connected now', async () => {
    const subject = randomUUID();
    const permissions = ['crm.changes.read', 'crm.people.read', 'crm.committees.read'] as const;
    const subscriber = connectSubscriber(fixture.platform.address, {
      'tenant-code': 'demo',
      access_token: await fixture.platform.tokenFor({ tenant: 'demo', permissions, subject }),
      topics: 'regions,people',
    });
    await subscriber.first(isReady);
    await fixture.triggers.caughtUp();
    const access = subjectKey(fixture.platform.store('demo'), subject);
    await commit([update(access, { set: { permissions: ['crm.changes.read', 'crm.committees.read'] } })]);
    await subscriber.closed;
    expect(subscriber.all.at(-1)).toMatchObject({
      type: 'refused',
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('crm.people.read'),
    });
    await closeAll();
  });

  test('gets no change that is written after its token was revoked, and is cut off without waiting for a round', async () => {
    const subscriber = await connectReady('demo');
    const { claims } = await requireOnlySubscriber('demo');
    await fixture.triggers.caughtUp();
    const store = fixture.platform.store('demo');
    const { jti } = claims;
    await commit([put(revokedTokenKey(store, jti), { type: 'revoked-token', id: jti, ttl: 9e9 })]);
    const note = randomUUID();
    await writeNote('demo', note);
    await subscriber.closed;
    expect(subscriber.controlMessages().at(-1)).toMatchObject({ type: 'refused', code: 'TOKEN_REVOKED' });
    const isAboutNote = (message: ReceivedMessage) => JSON.stringify(message).includes(note);
    expect(subscriber.all.filter(isAboutNote)).toEqual([]);
    await fixture.triggers.caughtUp();
    expect(await listSubscribers(store)).toEqual([]);
  });

  test('because the token has expired gets the reason and is cut off', async () => {
    const subscriber = await connectReady('demo');
    await fixture.triggers.caughtUp();
    const stored = await requireOnlySubscriber('demo');
    await lookAfter(fixture.platform.store('demo'), stored, new Date(stored.claims.exp * 1000));
    await subscriber.closed;
    expect(subscriber.all.at(-1)).toMatchObject({ type: 'refused', code: 'TOKEN_EXPIRED' });
    await closeAll();
  });
});
