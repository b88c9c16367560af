import { beforeEach, expect, it, vi } from 'vitest';
import { assertFits } from '../data/size/assert-fits.ts';
import { openTenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant/tenant-code.ts';
import { putMail } from './outbox.ts';

beforeEach(() => vi.stubEnv('TABLE_NAME', 'the-table'));

const code = parseTenantCode('alder');
if (!code) throw new Error('alder is a tenant code');
const tenant = openTenantStore(code);
const put = (mail: object) => {
  const change = putMail(tenant, 'm1', { to: 'a@b.example', subject: 's', text: '', ...mail }, new Date(0));
  expect(() => assertFits([change])).not.toThrow();
  return change.action.Put?.Item;
};

it('a mail that fits into an item is stored whole', () => {
  const mail = { text: 'x'.repeat(100_000), html: 'y'.repeat(290_000) };
  expect(put(mail)).toMatchObject(mail);
});

it('of a larger one the beginning of the text is sent, and says so', () => {
  const parts = new Uint8Array(200 * 1024);
  const item = put({ text: '県'.repeat(100_000), html: 'y'.repeat(200_000), parts });
  expect(item?.parts === parts).toBe(true);
  expect(item?.text).toBe(
    `${'県'.repeat(50_000)}\n\n[This mail was too large. Only its beginning was sent.]`,
  );
  expect(item).not.toHaveProperty('html');
});
