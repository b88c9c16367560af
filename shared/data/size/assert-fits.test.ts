import { describe, expect, it } from 'vitest';
import { check, ifPresent, put, remove, update } from '../changes.ts';
import { openTenantStore } from '../store.ts';
import { parseTenantCode } from '../tenant/tenant-code.ts';
import { assertFits } from './assert-fits.ts';
import { maxItemBytes, maxRecordBytes, measureItem } from './item-size.ts';

process.env.TABLE_NAME ??= 'unit';
const code = parseTenantCode('alder');
if (!code) throw new Error('alder is a tenant code');
const tenant = openTenantStore(code);
const keyOf = (id: string) => tenant.key<object>(`ITEM#${id}`, 'ITEM');

/** The change that stores an item of exactly so many bytes. */
function putBytes(bytes: number, options: Parameters<typeof put>[2] = {}, id = 'a') {
  const base = { type: 'bill-note', text: '', tags: ['a'] };
  const { pk, sk } = keyOf(id);
  return put(keyOf(id), { ...base, text: 'x'.repeat(bytes - measureItem({ ...base, pk, sk })) }, options);
}

describe('an item', () => {
  it('may have so many bytes, and not one more', () => {
    expect(() => assertFits([putBytes(maxRecordBytes)])).not.toThrow();
    expect(() => assertFits([putBytes(maxRecordBytes + 1)])).toThrow(
      'The bill note would have 401,409 bytes, and may have at most 401,408. Its largest members, in bytes: text 401,365.',
    );
  });

  it('names its largest members with their bytes in details', () => {
    const refuse = () => assertFits([putBytes(maxRecordBytes + 1)]);
    expect(refuse).toThrow(
      expect.objectContaining({
        ...{ code: 'RECORD_TOO_LARGE', status: 422, target: 'text' },
        details: [
          {
            code: 'OUT_OF_RANGE',
            target: 'text',
            message:
              'text has 401,365 bytes; the bill note would have 401,409 bytes, and may have at most 401,408.',
          },
        ],
      }),
    );
  });

  it('that has a copy of a record may be as large as DynamoDB takes', () => {
    expect(() => assertFits([putBytes(maxItemBytes, { isCopy: true })])).not.toThrow();
    expect(() => assertFits([putBytes(maxItemBytes + 1, { isCopy: true })])).toThrow('409,601 bytes');
  });
});

describe('a transaction', () => {
  it('may have 100 changes, and not one more', () => {
    const changes = Array.from({ length: 100 }, (_, index) => remove(keyOf(`${index}`)));
    expect(() => assertFits(changes)).not.toThrow();
    const failure = { code: 'TRANSACTION_TOO_LARGE', status: 422 };
    const message = 'The request changes 101 items at once, and at most 100 can be changed together.';
    expect(() => assertFits([...changes, check(keyOf('x'), ifPresent, 'retry')])).toThrow(
      expect.objectContaining({ ...failure, message }),
    );
    expect(() => assertFits(changes, 1)).toThrow(message);
    expect(() => assertFits([...changes, putBytes(99), putBytes(99)])).toThrow(
      'The request changes 102 items at once, and at most 100 can be changed together. Most of them are: bill note 2.',
    );
  });

  it('may have 4 MB, and not one byte more', () => {
    const full = Array.from({ length: 10 }, (_, index) => putBytes(400_000, {}, `${index}`));
    const rest = 4 * 1024 * 1024 - 4_000_000;
    expect(() => assertFits([...full, putBytes(rest, {}, 'x')])).not.toThrow();
    expect(() => assertFits([...full, putBytes(rest + 1, {}, 'x')])).toThrow(
      'The request changes items of 4,194,305 bytes at once, and at most 4,194,304 can be changed together.',
    );
    const more = update(keyOf('y'), { set: { text: 'x'.repeat(rest) } });
    expect(() => assertFits([...full, more])).toThrow('The request changes items of');
  });
});
