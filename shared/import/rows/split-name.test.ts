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
    [
      'Dr. Juan Carlos de la Vega III',
      { firstName: 'Juan', middleName: 'Carlos', lastName: 'de la Vega', suffix: 'III' },
    ],
    ['de la Vega, Hon. Juan', { firstName: 'Juan', lastName: 'de la Vega' }],
    ['Rep. Prof Ada Gale', { firstName: 'Ada', lastName: 'Gale' }],
    ['Mr. Gale', { lastName: 'Gale' }],
    ['Drew Gale', { firstName: 'Drew', lastName: 'Gale' }],
    ['Sen Gale', { firstName: 'Sen', lastName: 'Gale' }],
  ])('%j', (name, parts) => {
    expect(splitName(name)).toEqual(parts);
  });
});
