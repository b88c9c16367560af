// Finds the headings of a table below what is above them: a title, a day, a filter (docs/interface/crm.md#files).
import { removeDirectionMarks } from '../../data/direction-marks.ts';
import { foldHeading } from '../rows/headings.ts';
import { ORGANIZATION_HEADINGS } from './organization-headings.ts';
import { PEOPLE_HEADINGS } from './people-headings.ts';

/** As many rows as may be looked through for headings. */
export const HEADING_ROWS = 20;

const known = new Set([
  ...Object.values(PEOPLE_HEADINGS).flat(),
  ...Object.values(ORGANIZATION_HEADINGS).flat(),
]);

const countCells = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

/** How many cells of a row are usual headings. */
export const countHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => known.has(foldHeading(cell))).length;

/** With fewer usual headings a row below others is not taken for headings. */
export const FEWEST_HEADINGS = 2;
/** With fewer columns a row of headings looks like a title. */
export const FEWEST_COLUMNS = 3;

/**
 * The index of the row with the headings: the first one, unless the rows above another one have fewer cells and no usual heading,
 * and that one has at least two, or they have one cell each above a table.
 * @param rows the first rows that are not blank
 */
export function findHeadingRow(rows: readonly (readonly string[])[]): number {
  const counts = rows.map(countCells);
  const named = rows.map(countHeadings);
  const isBelow = (index: number, fits: (above: number) => boolean): boolean =>
    rows.slice(0, index).every((_, above) => (counts[above] ?? 0) < (counts[index] ?? 0) && fits(above));
  const byName = rows.findIndex(
    (_, index) => (named[index] ?? 0) >= FEWEST_HEADINGS && isBelow(index, (above) => named[above] === 0),
  );
  if (byName >= 0) return byName;
  const byForm = rows.findIndex(
    (_, index) =>
      (counts[index] ?? 0) >= FEWEST_COLUMNS &&
      (counts[index + 1] ?? 0) >= FEWEST_COLUMNS &&
      isBelow(index, (above) => counts[above] === 1 && named[above] === 0),
  );
  return Math.max(byForm, 0);
}

const SHOWN_TITLES = 3;
const SHOWN_LENGTH = 100;

/** Says which rows are above the headings. */
export function describeTitles(name: string, titles: readonly (readonly string[])[]): readonly string[] {
  if (titles.length === 0) return [];
  const texts = titles.slice(0, SHOWN_TITLES).map((cells) => {
    const text = removeDirectionMarks(cells.filter((cell) => cell !== '').join(' '));
    return `"${text.slice(0, SHOWN_LENGTH)}"`;
  });
  const rows = titles.length === 1 ? '1 row' : `${titles.length} rows`;
  const more = titles.length > SHOWN_TITLES ? ', …' : '';
  return [`"${name}": ${rows} above the headings left out: ${texts.join(', ')}${more}.`];
}
