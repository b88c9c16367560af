import { describe, expect, it } from 'vitest';
import { boundKeyText } from './key-text.ts';

const expanding = '\ufdfa'.repeat(100).normalize('NFKC');

describe('a text that becomes a key', () => {
  it('stays as it is while it fits', () => {
    for (const text of ['', 'AWARD#1', 'x'.repeat(900), 'é'.repeat(450)])
      expect(boundKeyText(text, 'sort')).toBe(text);
    expect(boundKeyText('x'.repeat(1800), 'partition')).toBe('x'.repeat(1800));
  });

  it('is bounded in bytes when it does not, whatever its characters', () => {
    for (const text of [expanding, '😀'.repeat(600), `${'a'.repeat(99)}${'😀'.repeat(900)}`])
      for (const part of ['partition', 'sort'] as const)
        expect(Buffer.byteLength(boundKeyText(text, part))).toBeLessThanOrEqual(900);
  });

  it('differs for different texts, and is the same for the same text', () => {
    expect(boundKeyText(`${expanding}a`, 'partition')).not.toBe(boundKeyText(`${expanding}b`, 'partition'));
    expect(boundKeyText(expanding, 'partition')).toBe(boundKeyText(expanding, 'partition'));
  });
});
