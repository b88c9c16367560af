// Lets a function see only the changes its filters name, as the event source mapping does on AWS.
import type { StreamFilter, StreamMatch } from '../../../shared/platform/trigger.ts';

const getMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([own]) => own === name)?.[1]
    : undefined;

const matchesValue = (value: unknown, match: StreamMatch): boolean =>
  typeof match === 'string' ? value === match : (value !== undefined) === match.exists;

const isLeaf = (pattern: StreamFilter | readonly StreamMatch[]): pattern is readonly StreamMatch[] =>
  Array.isArray(pattern);

/** Whether every member that the filter names has one of the listed values. */
export const matchesFilter = (value: unknown, filter: StreamFilter): boolean =>
  Object.entries(filter).every(([name, pattern]) => {
    const member = getMember(value, name);
    return isLeaf(pattern)
      ? pattern.some((match) => matchesValue(member, match))
      : matchesFilter(member, pattern);
  });

/** The records that fit any of the filters; all of them where there are none. */
export const filterRecords = <R>(records: readonly R[], filters: readonly StreamFilter[] | undefined): R[] =>
  records.filter((record) => !filters || filters.some((filter) => matchesFilter(record, filter)));
