// Proves how a full name in one cell is split.
import { describe, expect, it } from 'vitest';
import { splitName } from './split-name.ts';

describe('splitName', () => {
  it.each([
    ['Ada Fairweather', { firstName: 'Ada', lastName: 'Fairweather' }],
    [
      'Ada B. Fairweather, Jr.',
      { firstName: 'Ada', middleName: 'B.', lastName: 'Fairweather', suffix: 'Jr.' },
    ],
    ['Fairweather, Ada B.', { firstName: 'Ada', middleName: 'B.', lastName: 'Fairweather' }],
    ['Ada van der Gale', { firstName: 'Ada', lastName: 'van der Gale' }],
    ['Ada Fairweather III', { firstName: 'Ada', lastName: 'Fairweather', suffix: 'III' }],
    ['Fairweather', { lastName: 'Fairweather' }],
  ])('%j', (name, parts) => {
    expect(splitName(name)).toEqual(parts);
  });
});
