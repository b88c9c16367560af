// Codes work for a minute and once (RFC 6749 4.1.2), and are stored as hashes.
import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { openPlatformStore } from '../../../../shared/data/store.ts';
import { findCode, generateCode, insertCode, useCode } from './codes.ts';

beforeAll(() => {
  process.env.TABLE_NAME = 'the-table';
});

const now = new Date('2027-03-01T12:00:00.999Z');
const seconds = Math.floor(now.getTime() / 1000);
const content = {
  ...{ clientId: 'app', userId: 'ada', tenantCode: 'quill', scopes: ['openid'], sessionId: 'session' },
  ...{ authTime: seconds, amr: ['pwd'], redirectUri: 'https://app.example/back' },
};
const key = (code: string) => ({
  pk: `P#CODE#${createHash('sha256').update(code).digest('base64url')}`,
  sk: 'CODE',
});

it('a code has 256 random bits', () => {
  expect(generateCode()).toMatch(/^[\w-]{43}$/);
  expect(generateCode()).not.toBe(generateCode());
});

it('a code expires after 60 seconds, and is remembered for two hours more', () => {
  expect(insertCode(openPlatformStore(), 'abc', content, now).action).toEqual({
    Put: {
      TableName: 'the-table',
      Item: {
        type: 'authorization-code',
        ...content,
        ...key('abc'),
        expiresAt: seconds + 60,
        ttl: seconds + 60 + 7200,
      },
    },
  });
});

it('a code is used once: of two requests at once the second is decided again', () => {
  const change = useCode(openPlatformStore(), 'abc', 'grant');
  expect(change.onConflict).toBe('retry');
  expect(change.action).toMatchObject({
    Update: {
      Key: key('abc'),
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#grantId)',
      UpdateExpression: 'SET #grantId = :grantId',
      ExpressionAttributeNames: { '#grantId': 'grantId' },
      ExpressionAttributeValues: { ':grantId': 'grant' },
    },
  });
});

it('a code is read as it was written last, so that one that was used is not exchanged again', async () => {
  const reads: unknown[] = [];
  const platform = {
    ...openPlatformStore(),
    get: async (...read: readonly unknown[]) => {
      reads.push(read);
      return undefined;
    },
  };
  expect(await findCode(platform, 'abc')).toBeUndefined();
  expect(reads).toEqual([[key('abc'), { consistent: true }]]);
});
