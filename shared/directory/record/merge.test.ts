// Proves that an import changes only what its source gives.
import { describe, expect, it } from 'vitest';
import { mergeContent } from './merge.ts';

interface Entry {
  readonly id: string;
  readonly role?: string;
  readonly endDate?: string;
}
interface Example {
  readonly name?: string;
  readonly phone?: string | undefined;
  readonly offices?: readonly Entry[];
  readonly externalIds?: readonly { scheme: string; identifier: string }[];
  readonly otherNames?: readonly string[];
}

const stored: Example = {
  name: 'Ada',
  phone: '410-555-0134',
  offices: [{ id: '1', role: 'lower' }, { id: '2' }],
  externalIds: [{ scheme: 'a', identifier: '1' }],
  otherNames: ['A. F.'],
};

describe('mergeContent', () => {
  it('changes the given fields and leaves the others', () => {
    expect(mergeContent(stored, { name: 'Ada B.' })).toEqual({ ...stored, name: 'Ada B.' });
  });

  it('never clears a field that is absent', () => {
    expect(mergeContent(stored, { phone: undefined })).toEqual(stored);
  });

  it('brings list entries up to date by their key and adds new ones', () => {
    const merged = mergeContent(stored, {
      offices: [{ id: '1', endDate: '2026-01-01' }, { id: '3' }],
      externalIds: [
        { scheme: 'a', identifier: '1' },
        { scheme: 'b', identifier: '1' },
      ],
      otherNames: ['A. F.', 'Fairweather, A.'],
    });
    expect(merged.offices).toEqual([
      { id: '1', role: 'lower', endDate: '2026-01-01' },
      { id: '2' },
      { id: '3' },
    ]);
    expect(merged.externalIds).toHaveLength(2);
    expect(merged.otherNames).toEqual(['A. F.', 'Fairweather, A.']);
  });

  it('changes nothing the second time', () => {
    const once = mergeContent(stored, { offices: [{ id: '9', role: 'upper' }] });
    expect(mergeContent(once, { offices: [{ id: '9', role: 'upper' }] })).toEqual(once);
  });
});

it('keeps stored texts that differ by case alone, and adds none', () => {
  const stored = { otherNames: ['MYERS', 'Myers'] };
  expect(mergeContent(stored, { otherNames: ['Myers', 'R. Myers'] })).toEqual({
    otherNames: ['MYERS', 'Myers', 'R. Myers'],
  });
});
