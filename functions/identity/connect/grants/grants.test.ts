// How long grants last, and which refresh tokens work (RFC 6749 6, RFC 9700 4.14.2; docs/interface/identity.md#tokens).
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openPlatformStore } from '../../../../shared/data/store.ts';
import {
  findGrant,
  type GrantItem,
  insertGrant,
  judgeToken,
  parseRefreshToken,
  revokeGrant,
  rotateGrant,
} from './grants.ts';

beforeAll(() => {
  process.env.TABLE_NAME = 'the-table';
});

const day = 86_400;
const started = new Date('2027-03-01T12:00:00.700Z');
const startedAt = Math.floor(started.getTime() / 1000);
const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const authorization = {
  clientId: 'app',
  userId: 'ada',
  tenantCode: 'quill',
  scopes: ['openid', 'offline_access'],
  sessionId: 'session',
  authTime: startedAt,
  amr: ['pwd'],
};

/** What a change stores. */
const getItem = ({ action }: ReturnType<typeof insertGrant>['change']): GrantItem => {
  if (!('Put' in action)) throw new Error('It stores nothing');
  return action.Put?.Item as unknown as GrantItem;
};

const begin = () => {
  const { refreshToken, change } = insertGrant(openPlatformStore(), id, authorization, started);
  return { refreshToken, change, item: getItem(change) };
};

const readSecret = (token: string): string =>
  parseRefreshToken(token)?.secret ?? expect.fail('No refresh token');

describe('a refresh token', () => {
  const secret = 'a'.repeat(43);

  it('names its grant and has a secret', () => {
    expect(parseRefreshToken(`rst_rt_${id}.${secret}`)).toEqual({ grantId: id, secret });
    expect(parseRefreshToken(begin().refreshToken)?.grantId).toBe(id);
  });

  it.each([
    '',
    `rst_${id}.${secret}`,
    `xrst_rt_${id}.${secret}`,
    `rst_rt_${id}${secret}`,
    `rst_rt_${id.slice(1)}.${secret}`,
    `rst_rt_${id}a.${secret}`,
    `rst_rt_${id.replace('3', 'G')}.${secret}`,
    `rst_rt_${id}.${secret.slice(1)}`,
    `rst_rt_${id}.${secret}a`,
    `rst_rt_${id}.${secret.slice(1)}+`,
  ])('is not %s', (token) => expect(parseRefreshToken(token)).toBeUndefined());

  it('is another one every time, of which only a hash is stored', () => {
    const [one, other] = [begin(), begin()];
    expect(readSecret(one.refreshToken)).not.toBe(readSecret(other.refreshToken));
    expect(JSON.stringify(one.item)).not.toContain(readSecret(one.refreshToken));
  });
});

describe('a grant', () => {
  it('begins with what was allowed, and is listed under its person', () => {
    const { change, item } = begin();
    expect(item).toMatchObject({
      ...{ type: 'grant', id, ...authorization },
      ...{ createdDate: started.toISOString(), lastUsed: started.toISOString(), startedAt },
      gsi1sk: `${started.toISOString()}#${id}`,
    });
    expect(item).toHaveProperty('gsi1pk', expect.stringContaining('GRANTS-OF#ada'));
    expect(item).not.toHaveProperty('replaced');
    expect(change.onConflict).toBe('retry');
  });

  it('ends 30 days after its last use', () => {
    const { item } = begin();
    expect([item.endsAt, item.ttl]).toEqual([startedAt + 30 * day, startedAt + 30 * day]);
    const later = new Date(started.getTime() + 10 * day * 1000);
    const renewed = getItem(rotateGrant(openPlatformStore(), item, 'current', later).change);
    expect([renewed.endsAt, renewed.ttl]).toEqual([startedAt + 40 * day, startedAt + 40 * day]);
    expect(renewed.lastUsed).toBe(later.toISOString());
  });

  it.each([
    [149, 179],
    [150, 180],
    [151, 180],
    [179, 180],
  ])('used on day %i ends on day %i: 180 days after it began in any case', (used, end) => {
    const later = new Date(started.getTime() + used * day * 1000);
    const renewed = getItem(rotateGrant(openPlatformStore(), begin().item, 'current', later).change);
    expect(renewed.endsAt).toBe(startedAt + end * day);
  });

  it('is found until the moment when it ends', async () => {
    const { item } = begin();
    const get = vi.fn(async () => item as never);
    const platform = { ...openPlatformStore(), get };
    const end = item.endsAt * 1000;
    expect(await findGrant(platform, id, new Date(end - 1))).toBe(item);
    expect(await findGrant(platform, id, new Date(end))).toBeUndefined();
    // As it was written last: a grant that was revoked a moment ago gives nothing.
    expect(get).toHaveBeenCalledWith({ pk: `P#GRANT#${id}`, sk: 'GRANT' }, { consistent: true });
    const empty = { ...platform, get: async () => undefined };
    expect(await findGrant(empty, id, started)).toBeUndefined();
  });

  it('that is renewed stays what it was, and is renewed once where two ask at once', () => {
    const { item } = begin();
    const { change } = rotateGrant(openPlatformStore(), item, 'current', started);
    expect(getItem(change)).toMatchObject({ id, ...authorization, startedAt, createdDate: item.createdDate });
    expect(getItem(change)).toHaveProperty('gsi1sk', `${item.createdDate}#${id}`);
    expect(getItem(change)).toHaveProperty('gsi1pk', expect.stringContaining('GRANTS-OF#ada'));
    expect(change.onConflict).toBe('retry');
    expect(change.action).toMatchObject({
      Put: {
        ConditionExpression: '#secretHash = :before',
        ExpressionAttributeNames: { '#secretHash': 'secretHash' },
        ExpressionAttributeValues: { ':before': item.secretHash },
      },
    });
  });

  it('that is revoked is removed, with every access token that it gave (RFC 7009 2.1)', () => {
    const [removed, revoked] = revokeGrant(openPlatformStore(), { id, tenantCode: 'quill' }, started);
    expect(removed?.action).toMatchObject({ Delete: { Key: { pk: expect.stringContaining(id) } } });
    // An hour for the last token, and one in case clocks differ.
    expect(revoked?.action).toMatchObject({
      Put: { Item: { id, type: 'revoked-token', ttl: startedAt + 7200 } },
    });
  });
});

describe('a refresh token of a grant', () => {
  const renew = () => {
    const { refreshToken: first, item: before } = begin();
    const renewed = rotateGrant(openPlatformStore(), before, 'current', started);
    return {
      first: readSecret(first),
      second: readSecret(renewed.refreshToken),
      item: getItem(renewed.change),
    };
  };
  const secondsLater = (seconds: number) => new Date((startedAt + seconds) * 1000);

  it('is the current one', () => {
    const { refreshToken, item } = begin();
    expect(judgeToken(item, readSecret(refreshToken), started)).toBe('current');
    const { second, item: renewed } = renew();
    expect(judgeToken(renewed, second, secondsLater(9999))).toBe('current');
  });

  it.each([
    [0, 'repeated'],
    [20, 'repeated'],
    [20.001, 'reused'],
    [21, 'reused'],
    [200, 'reused'],
  ])('or the one before it, %s seconds after it was replaced: %s', (seconds, judgement) => {
    const { first, item } = renew();
    expect(judgeToken(item, first, secondsLater(seconds))).toBe(judgement);
  });

  it('or any other one, which ends the grant', () => {
    expect(judgeToken(begin().item, 'b'.repeat(43), started)).toBe('reused');
    expect(judgeToken(renew().item, 'b'.repeat(43), secondsLater(1))).toBe('reused');
  });

  it('that is repeated leaves the moment at which it was replaced', () => {
    const { item } = renew();
    const again = getItem(rotateGrant(openPlatformStore(), item, 'repeated', secondsLater(15)).change);
    expect(again.replaced).toEqual(item.replaced);
    const next = getItem(rotateGrant(openPlatformStore(), item, 'current', secondsLater(15)).change);
    expect(next.replaced).toEqual({ secretHash: item.secretHash, at: startedAt + 15 });
  });
});
