// Every number in the documents is a promise that is tried, or stands in a short list with the reason why it is none.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FoundNumber, findNumbers, listDocuments, listNumbers, readDocument } from './find-numbers.ts';
import { listPromises } from './list-promises.ts';
import { notPromised } from './not-promised.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where a phrase stands in a text. */
function listPlaces(text: string, phrase: string): Place[] {
  const places: Place[] = [];
  for (let start = text.indexOf(phrase); start >= 0; start = text.indexOf(phrase, start + 1))
    places.push({ start, end: start + phrase.length });
  return places;
}

const isWithin = ({ start, end }: Place, places: readonly Place[]): boolean =>
  places.some((place) => place.start < end && start < place.end);

const phrasesOf = (says: Readonly<Record<string, string | readonly string[]>>, file: string) =>
  [says[file] ?? []].flat();

/** The numbers of a document that no row and no reason names. */
function findUnnamed(file: string): string[] {
  const text = readDocument(file);
  const rows = listPromises().flatMap(({ says, promised }) =>
    phrasesOf(says, file).map((phrase) => ({ promised, places: listPlaces(text, phrase) })),
  );
  const excluded = (notPromised[file] ?? []).flatMap(([, ...phrases]) =>
    phrases.flatMap((phrase) => listPlaces(text, phrase)),
  );
  const isNamed = (found: FoundNumber): boolean =>
    isWithin(found, excluded) ||
    rows.some(({ promised, places }) => promised === found.value && isWithin(found, places));
  return findNumbers(text)
    .filter((found) => !isNamed(found))
    .map(({ value, start, end }) => `${value}: ${text.slice(Math.max(0, start - 60), end + 30)}`);
}

describe.each(listDocuments())('%s', (file) => {
  it('promises no number without a row', () => expect(findUnnamed(file)).toEqual([]));

  it('says what the rows quote, with the number in it', () => {
    const text = readDocument(file);
    for (const { says, promised } of listPromises())
      for (const phrase of phrasesOf(says, file)) {
        expect(text, 'The document no longer says this').toContain(phrase);
        expect(listNumbers(phrase), phrase).toContain(promised);
      }
  });

  it('says what the list of other numbers quotes', () => {
    const text = readDocument(file);
    for (const [reason, ...phrases] of notPromised[file] ?? [])
      for (const phrase of phrases) expect(text, reason).toContain(phrase);
  });
});

it('no row quotes a document that is not read', () => {
  const known = new Set(listDocuments());
  const quoted = [...listPromises().flatMap(({ says }) => Object.keys(says)), ...Object.keys(notPromised)];
  expect(quoted.filter((file) => !known.has(file))).toEqual([]);
});

it('the tests that a reason names exist', () => {
  const reasons = Object.values(notPromised).flatMap((each) => each.map(([reason]) => reason));
  const named = reasons.flatMap((reason) => reason.match(/\b(?:test|infra|shared)\/[\w./-]+\w/g) ?? []);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !existsSync(path) && !existsSync(`${path}.test.ts`))).toEqual([]);
});
