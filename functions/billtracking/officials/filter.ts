// Which officials a filter wants, and what it may choose from.
import { hasWords } from '../bills/word-search.ts';
import type { OfficialFilter } from './contract.ts';
import type { Official } from './official.ts';

const isAmong = (values: readonly string[] | undefined, names: readonly string[]): boolean =>
  !values || values.length === 0 || names.some((name) => values.some((value) => value.trim() === name));

/** Whether a filter wants an official; committees are meant by name or number. */
export const isWantedOfficial = (
  official: Official,
  filter: OfficialFilter,
  numbers: ReadonlyMap<string, number>,
): boolean =>
  hasWords(filter.searchText ?? '', official.legalName) &&
  isAmong(filter.residence, [official.residence]) &&
  isAmong(filter.districtName, [official.districtCode]) &&
  isAmong(filter.politicalParty, [official.party]) &&
  isAmong(filter.legislativeRole, [official.legislativeRole]) &&
  isAmong(
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
