// Proves that imported records keep one id per tenant (RFC 9562 5.5).
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { recordId } from './record-id.ts';

describe('recordId', () => {
  it('is a UUID of version 5 with the variant of RFC 9562', () => {
    const id = recordId('demo', 'person:csv', '17');
    expect(z.uuidv4().safeParse(id).success).toBe(false);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(z.uuid().safeParse(id).success).toBe(true);
  });

  it('is the same each time', () => {
    expect(recordId('demo', 'person:csv', '17')).toBe(recordId('demo', 'person:csv', '17'));
  });

  it('differs by tenant, by source and by external id', () => {
    const ids = [
      recordId('demo', 'person:csv', '17'),
      recordId('other', 'person:csv', '17'),
      recordId('demo', 'person:hr', '17'),
      recordId('demo', 'person:csv', '18'),
    ];
    expect(new Set(ids).size).toBe(4);
  });

  it('cannot be confused by where one part ends', () => {
    expect(recordId('demo', 'a', 'b,c')).not.toBe(recordId('demo', 'a,b', 'c'));
  });
});
