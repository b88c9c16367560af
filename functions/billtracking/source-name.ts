// Where records of a legislature come from: a provider, and the way in which it was read.

/** A feed has the name of its kind; files are those of the command `npm run import`. */
export const sourceNames = [
  'OPEN_STATES_API',
  'OPEN_STATES_BULK',
  'OPEN_STATES_FILE',
  'LEGISCAN_API',
  'LEGISCAN_DATASET',
  'LEGISCAN_FILE',
  'CONGRESS_GOV',
  'CONGRESS_FILE',
  'IMPORT',
] as const;
export type SourceName = (typeof sourceNames)[number];

/** Who publishes what a source has. Sources of one provider give a record the same id. */
export const providerOf = (source: SourceName): string =>
  source.replace(/_(?:API|BULK|DATASET|GOV|FILE)$/, '');

/** Whether a source is a feed, which has the present state of its provider. A file may be older than what is stored. */
export const isFeed = (source: SourceName): boolean => source !== 'IMPORT' && !source.endsWith('_FILE');
