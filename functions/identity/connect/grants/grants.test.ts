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
    expect(item).not.toHaveProperty('earlier');
    expect(change.onConflict).toBe('retry');
  });

  it('ends 30 days after its last use', () => {
    const { item } = begin();
    expect([item.endsAt, item.ttl]).toEqual([startedAt + 30 * day, startedAt + 30 * day]);
    const later = new Date(started.getTime() + 10 * day * 1000);
    const renewed = getItem(rotateGrant(openPlatformStore(), item, 'secret', later).change);
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
    const renewed = getItem(rotateGrant(openPlatformStore(), begin().item, 'secret', later).change);
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
    const { change } = rotateGrant(openPlatformStore(), item, 'secret', started);
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
  const secondsLater = (seconds: number) => new Date((startedAt + seconds) * 1000);
  /** A grant after uses of its current token, each some seconds after it began, with all its tokens. */
  const use = (...moments: readonly number[]) => {
    const begun = begin();
    let item = begun.item;
    const tokens = [begun.refreshToken];
    for (const moment of moments) {
      const secret = readSecret(tokens.at(-1) ?? '');
      const renewed = rotateGrant(openPlatformStore(), item, secret, secondsLater(moment));
      tokens.push(renewed.refreshToken);
      item = getItem(renewed.change);
    }
    const judge = (place: number, seconds: number) =>
      judgeToken(item, readSecret(tokens[place] ?? ''), secondsLater(seconds));
    return { item, tokens, judge };
  };

  it('is the current one', () => {
    expect(use().judge(0, 0)).toEqual({ kind: 'current' });
    expect(use(0).judge(1, 9999)).toEqual({ kind: 'current' });
  });

  it.each([
    [0, 'repeated'],
    [20, 'repeated'],
    [20.001, 'reused'],
    [21, 'reused'],
    [200, 'reused'],
  ])('or one before it, %s seconds after it was replaced: %s', (seconds, kind) => {
    expect(use(0).judge(0, seconds).kind).toBe(kind);
  });

  it('or any other one, which ends the grant', () => {
    const unknown = 'b'.repeat(43);
    expect(judgeToken(begin().item, unknown, started).kind).toBe('reused');
    expect(judgeToken(use(0).item, unknown, secondsLater(1)).kind).toBe('reused');
  });

  it('that was replaced gives the current one, however often that was renewed since', () => {
    const { tokens, judge } = use(0, 3, 6);
    for (const place of [0, 1, 2])
      expect(judge(place, 20)).toEqual({ kind: 'repeated', refreshToken: tokens[3] });
    expect([0, 1, 2, 3].map((place) => judge(place, 25).kind)).toEqual([
      ...['reused', 'reused', 'repeated', 'current'],
    ]);
  });

  it('is remembered for the grace alone, and no longer than any client needs it', () => {
    expect(use(0, 3, 30).item.earlier?.map(({ at }) => at - startedAt)).toEqual([30]);
    const many = use(...Array.from({ length: 25 }, () => 1));
    expect(many.item.earlier).toHaveLength(20);
    expect([4, 5].map((place) => many.judge(place, 2).kind)).toEqual(['reused', 'repeated']);
  });

  it('is not in the table, nor is the next one', () => {
    const { tokens, item } = use(0, 1);
    for (const token of tokens) expect(JSON.stringify(item)).not.toContain(readSecret(token));
  });
});
