import { describe, expect, it } from 'vitest';
import { type DeviceCodeItem, deviceCodeSeconds, pollSeconds } from '../grants/device-codes.ts';
import { judgePoll } from './device-poll.ts';

const start = Date.parse('2027-03-01T12:00:00Z');
const item: DeviceCodeItem = {
  ...{ type: 'device-code', version: 1, clientId: 'client', scopes: [], userCodeHash: 'hash' },
  ...{ status: 'pending', interval: pollSeconds, expiresAt: start / 1000 + deviceCodeSeconds, ttl: 0 },
};
const approved = {
  grantId: 'grant',
  authorization: {
    ...{ clientId: 'client', userId: 'user', tenantCode: 'demo', scopes: [], sessionId: 'session' },
    ...{ authTime: start / 1000, amr: ['pwd'] },
  },
} as const;
const allowed = { ...item, status: 'approved', approved } as const;
const judge = (set: Partial<DeviceCodeItem>, milliseconds: number) => {
  const result = judgePoll({ ...item, ...set }, new Date(start + milliseconds));
  return result.kind === 'refused' ? [result.code, result.set] : 'approved';
};

describe('a request of a device (RFC 8628 3.5)', () => {
  it('waits for the person, and is remembered', () => {
    expect(judge({}, 0)).toEqual(['AUTHORIZATION_PENDING', { polledAt: start }]);
    expect(judge(allowed, 0)).toBe('approved');
  });

  it.each([5, 10])(
    'comes %i seconds after the one before, and is slowed down a moment earlier',
    (interval) => {
      const polled = { polledAt: start, interval };
      expect(judge(polled, interval * 1000)).toEqual([
        'AUTHORIZATION_PENDING',
        { polledAt: start + interval * 1000 },
      ]);
      const early = interval * 1000 - 1;
      const slower = ['SLOW_DOWN', { polledAt: start + early, interval: interval + 5 }];
      expect(judge(polled, early)).toEqual(slower);
      expect(judge({ ...allowed, ...polled }, early)).toEqual(slower);
    },
  );

  it('expires with the code, 900 seconds after it was issued', () => {
    expect(judge({}, 900_000 - 1)).toEqual(['AUTHORIZATION_PENDING', { polledAt: start + 900_000 - 1 }]);
    expect(judge({}, 900_000)).toEqual(['EXPIRED_TOKEN', undefined]);
    expect(judge(allowed, 900_000)).toEqual(['EXPIRED_TOKEN', undefined]);
  });

  it('stays denied, and used, whatever the time', () => {
    for (const moment of [0, 1, 900_000]) {
      expect(judge({ status: 'denied', polledAt: start }, moment)).toEqual(['ACCESS_DENIED', undefined]);
      expect(judge({ ...allowed, status: 'used' }, moment)).toEqual(['INVALID_GRANT', undefined]);
    }
  });
});
