// Links in mails (docs/interface/crm.md#unsubscribing).
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { parseTenantCode } from '../../../../../shared/data/tenant/tenant-code.ts';
import { buildToken, isValidToken, parseToken } from './token.ts';

const findTenant = (text: string) => {
  const code = parseTenantCode(text);
  if (!code) throw new Error(`${text} is a tenant code`);
  return { code };
};
const tenant = findTenant('demo');
const broadcast = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', linkSecret: 'secret' };
const personId = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';
const other = '3f2504e0-4f89-41d3-9a0c-0305e82c3303';
const parsed = parseToken(buildToken(tenant, broadcast, personId, 'click', 'https://x.org'));
if (!parsed) throw new Error('A token has the form of a token');

it('a token is valid for the tenant, broadcast, person, kind and address that it was made for', () => {
  expect(parsed).toMatchObject({ broadcastId: broadcast.id, personId });
  expect(isValidToken(tenant, broadcast, parsed, 'click', 'https://x.org')).toBe(true);
});

it('a token is not valid when one of them, or the secret, is another', () => {
  expect(isValidToken(findTenant('harbor'), broadcast, parsed, 'click', 'https://x.org')).toBe(false);
  expect(isValidToken(tenant, { ...broadcast, id: other }, parsed, 'click', 'https://x.org')).toBe(false);
  expect(isValidToken(tenant, { ...broadcast, linkSecret: 'x' }, parsed, 'click', 'https://x.org')).toBe(
    false,
  );
  expect(isValidToken(tenant, broadcast, { ...parsed, personId: other }, 'click', 'https://x.org')).toBe(
    false,
  );
  expect(isValidToken(tenant, broadcast, parsed, 'unsubscribe', 'https://x.org')).toBe(false);
  expect(isValidToken(tenant, broadcast, parsed, 'click', 'https://y.org')).toBe(false);
  expect(isValidToken(tenant, broadcast, { ...parsed, signature: '' }, 'click', 'https://x.org')).toBe(false);
});

it('a token is short, because every counted link of a mail has one', () => {
  expect(buildToken(tenant, broadcast, personId, 'click', 'https://x.org')).toHaveLength(64);
});

it('a token of a mail that was sent before, with the ids as texts and the whole signature, is valid too', () => {
  const signature = createHmac('sha256', broadcast.linkSecret)
    .update(`demo\n${broadcast.id}\n${personId}\nclick\nhttps://x.org`)
    .digest('base64url');
  const long = parseToken(`${broadcast.id}.${personId}.${signature}`);
  if (!long) throw new Error('The former form is a token');
  expect(isValidToken(tenant, broadcast, long, 'click', 'https://x.org')).toBe(true);
  expect(isValidToken(tenant, broadcast, long, 'click', 'https://y.org')).toBe(false);
});

it('a text of another form is no token', () => {
  for (const text of [
    '',
    'a.b.c',
    `${broadcast.id}.${personId}`,
    `${broadcast.id}.${personId}.${'x'.repeat(42)}`,
  ])
    expect(parseToken(text), text).toBeUndefined();
});
