// Which officials a filter wants, and what it may choose from.
import { matchesWords } from '../bills/word-search.ts';
import type { OfficialFilter } from './contract.ts';
import type { Official } from './official.ts';

const matchesAny = (values: readonly string[] | undefined, names: readonly string[]): boolean =>
  !values || values.length === 0 || names.some((name) => values.some((value) => value.trim() === name));

/** Whether a filter wants an official; committees are meant by name or number. */
export const matchesOfficialFilter = (
  official: Official,
  filter: OfficialFilter,
  numbers: ReadonlyMap<string, number>,
): boolean =>
  matchesWords(filter.searchText ?? '', official.legalName) &&
  matchesAny(filter.residence, [official.residence]) &&
  matchesAny(filter.districtName, [official.districtCode]) &&
  matchesAny(filter.politicalParty, [official.party]) &&
  matchesAny(filter.legislativeRole, [official.legislativeRole]) &&
  matchesAny(
    filter.committees,
    official.committees.flatMap((name) => [name, String(numbers.get(name) ?? name)]),
  );

/** The different texts that officials have, in their order: numbers by value. */
export function buildOptions(officials: readonly Official[], textOf: (official: Official) => string) {
  const texts = new Set(officials.map(textOf));
  return [...texts]
    .filter((text) => text !== '')
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((text) => ({ value: text, text }));
}
