// Every language has every text, with the same values in it.
import { expect, it } from 'vitest';
import { languages } from '../../../shared/languages/languages.ts';
import { type FoundText, listTexts } from '../../../test/harness/language-texts.ts';
import { loadTexts } from './languages.ts';

const tables = await Promise.all(languages.map(async (language) => listTexts(await loadTexts(language))));
const [english = [], ...others] = tables;

const describe = ({ path, values }: FoundText): string => `${path}(${values.join(', ')})`;

it.each(others.map((table, index) => [languages[index + 1], table] as const))(
  'the texts in %s are those in English, each with the same values',
  (_language, table) => expect(table.map(describe).sort()).toEqual(english.map(describe).sort()),
);

it.each(languages.map((language, index) => [language, tables[index] ?? []] as const))(
  'no text in %s is empty, leaves a value out, or is that of another language',
  (language, table) => {
    expect(table.length).toBeGreaterThan(200);
    expect(table.filter(({ pieces }) => pieces.join('').trim() === '')).toEqual([]);
    const foreign = tables.filter((_, index) => languages[index] !== language).flat();
    const isForeign = ({ path, pieces }: FoundText) =>
      pieces.some((piece) => /\p{L}{4}/u.test(piece)) &&
      foreign.some((other) => other.path === path && other.pieces.join() === pieces.join());
    expect(table.filter(isForeign).map(describe)).toEqual([]);
  },
);

it('each language has its own tag as its name', async () => {
  for (const language of languages) expect((await loadTexts(language)).language).toBe(language);
});
