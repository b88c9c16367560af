// Lists of operations as Markdown: all areas, one area, and what a search finds.
import { toAnchor } from './markdown.ts';
import { type AreaListing, type Entry, operationPath } from './operations.ts';

const listEntries = (entries: readonly Entry[], suffix = ''): string =>
  entries
    .map(
      (entry) => `- [${entry.summary}](${operationPath(entry)}${suffix}) \`${entry.method} ${entry.path}\``,
    )
    .join('\n');

const listAll = ({ tags }: AreaListing): readonly Entry[] => tags.flatMap(({ entries }) => entries);

/** One area: its introduction and its operations by tag. */
export const renderArea = ({ title, introduction, tags }: AreaListing): string =>
  `${[
    `# ${title}`,
    introduction,
    ...tags.flatMap(({ name, description, entries }) => [`## ${name}`, description, listEntries(entries)]),
  ].join('\n\n')}\n`;

/** The start: the areas with their tags. */
export const renderStart = (listings: readonly AreaListing[]): string =>
  `${[
    '# API reference',
    'Sign in above, open an operation and send it. Each page is also there as Markdown, at its address with `.md`.',
    ...listings.flatMap((listing) => {
      const { area, title, tags } = listing;
      return [
        `## [${title}](/reference/${area})`,
        `${listAll(listing).length} operations, also as one document: [openapi.json](/${area}/openapi.json).`,
        tags.map(({ name }) => `[${name}](/reference/${area}#${toAnchor(name)})`).join(' · '),
      ];
    }),
  ].join('\n\n')}\n`;

/** What programs read first (llmstxt.org): every page, as Markdown. */
export const renderIndexForPrograms = (listings: readonly AreaListing[]): string =>
  `${[
    '# Rostrum',
    '> The platform an association runs on: training, relationships, identity and bill tracking.',
    ...listings.flatMap((listing) => [`## ${listing.title}`, listEntries(listAll(listing), '.md')]),
  ].join('\n\n')}\n`;

/** Operations of all areas that have every word in their name, summary, path or tag. */
export function renderSearch(listings: readonly AreaListing[], query: string): string {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = listings
    .map((listing) => ({
      title: listing.title,
      entries: listAll(listing).filter(({ id, summary, method, path, tag }) => {
        const text = `${id} ${summary} ${method} ${path} ${tag}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return `${[
    '# Search',
    count === 0
      ? 'No operation has all these words in its name, summary or path.'
      : `${count} ${count === 1 ? 'operation' : 'operations'}`,
    ...groups.flatMap(({ title, entries }) => [`## ${title}`, listEntries(entries)]),
  ].join('\n\n')}\n`;
}
