// Which sessions feeds read, and which bills are still to be decided (docs/interface/billtracking.md#bills-that-no-feed-reads).
import { expect, it } from 'vitest';
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import type { FeedHealth, FeedItem } from '../record/feed.ts';
import type { SessionRead } from '../record/session-read.ts';
import { expectFeed } from './expectations.ts';
import { assessReading, listOpenStages } from './rules.ts';

const feed = (id: string, more: Partial<FeedItem> = {}): FeedItem => ({
  ...{ type: 'data-feed', id, name: id, provider: 'LEGISCAN_API', stateIds: [50], sessions: [] },
  ...{ schedule: { frequency: 'daily', hour: 5, timeZone: 'UTC' }, isPaused: false },
  ...{ version: 1, createdDate: '', modifiedDate: '', schemaVersion: 1 },
  ...more,
});
const read = (feedId: string, lastReadDate: string, more: Partial<SessionRead> = {}): SessionRead => ({
  ...{ type: 'session-read', sessionId: 5001, stateId: 50, feedId, lastReadDate },
  ...more,
});
const health = (state: FeedHealth['state']): { readonly health: FeedHealth } => ({
  health: { state, since: '2027-03-02T00:00:00Z' },
});
const session: Session = {
  ...{ id: 5001, stateId: 50, identifier: '2027', name: '2027 Session', classification: 'primary' },
  ...{ startDate: '2027-01-05', endDate: '2027-04-30' },
};
const morning = new Date('2027-03-10T05:00:00Z');

it('a session is read for three days after its feed was due', () => {
  const assess = (last: string, frequency: 'daily' | 'weekly') =>
    assessReading(
      {
        feeds: [feed('a', { schedule: { frequency, hour: 5, timeZone: 'UTC' } })],
        reads: [read('a', last)],
      },
      morning,
    );
  expect(assess('2027-03-06T05:00:00Z', 'daily')).toHaveLength(1);
  expect(assess('2027-03-06T04:59:59Z', 'daily')).toMatchObject({ reason: 'SESSION_NOT_READ' });
  expect(assess('2027-02-28T05:00:00Z', 'weekly')).toHaveLength(1);
  expect(assess('2027-02-28T04:59:59Z', 'weekly')).toMatchObject({
    ...{ reason: 'SESSION_NOT_READ', since: '2027-02-28T04:59:59Z' },
  });
});

it('one feed that reads a session is enough, and of several faults the one that says most is named', () => {
  const today = '2027-03-10T04:00:00Z';
  const reasonOf = (...feeds: FeedItem[]) => {
    const reading = assessReading(
      { feeds, reads: feeds.map(({ id }) => read(id, today, { isArchived: id === 'archived' })) },
      morning,
    );
    return 'reason' in reading ? reading.reason : 'read';
  };
  const paused = feed('paused', { isPaused: true });
  expect(reasonOf()).toBe('NO_FEED');
  expect(reasonOf(paused)).toBe('FEED_PAUSED');
  expect(reasonOf(paused, feed('archived'))).toBe('SESSION_ARCHIVED');
  expect(reasonOf(paused, feed('a', health('FAILING')))).toBe('FEED_FAILING');
  expect(reasonOf(paused, feed('a', health('EMPTY')))).toBe('FEED_FAILING');
  expect(reasonOf(paused, feed('a', health('SILENT')))).toBe('FEED_SILENT');
  // The other states of a silent feed are read.
  const silentOf = (stateIds: readonly number[]) => {
    const { health: silent } = health('SILENT');
    return feed('a', { health: { ...silent, stateIds } });
  };
  expect(reasonOf(paused, silentOf([50]))).toBe('FEED_SILENT');
  expect(reasonOf(paused, silentOf([53]))).toBe('read');
  expect(reasonOf(paused, feed('a', health('REFUSING')))).toBe('read');
  expect(reasonOf(paused, feed('a', health('UNREAD')))).toBe('read');
});

it('a bill that was not passed is open until a source was read 30 days after its session, or two years have gone by', () => {
  const stages = (lastReadDay: string | undefined, today: string, of = session) =>
    listOpenStages(of, lastReadDay, today).length;
  expect(stages('2027-05-29', '2027-06-10')).toBe(2);
  expect(stages('2027-05-30', '2027-06-10')).toBe(1);
  expect(stages(undefined, '2029-04-29')).toBe(2);
  expect(stages(undefined, '2029-04-30')).toBe(1);
  // Of a session of two years of which a source has the first, bills are carried over.
  const two = { ...session, identifier: '2027-2028', name: '2027-2028 Session' };
  expect(stages('2028-03-01', '2028-03-01', two)).toBe(2);
  expect(stages('2029-02-01', '2029-02-01', two)).toBe(1);
});

it('a feed is expected to bring what is held, then what is not decided, and else nothing until the next session', () => {
  const next = { ...session, id: 5002, identifier: '2028', name: '2028 Session' };
  const later = { ...next, startDate: '2028-01-04', endDate: '2028-05-01' };
  const expectOn = (today: string, pending: number, provider: FeedItem['provider']) => {
    const { sessions, nothingUntil } = expectFeed(feed('a', { provider }), [
      { session, pending, today },
      { session: later, pending: 0, today },
    ]);
    return [...sessions.map(({ reason, until }) => `${reason} ${until}`), nothingUntil].filter(Boolean);
  };
  expect(expectOn('2027-01-04', 0, 'OPEN_STATES_API')).toEqual(['2027-01-05']);
  expect(expectOn('2027-01-04', 1, 'OPEN_STATES_API')).toEqual(['PREFILED 2027-04-30']);
  expect(expectOn('2027-01-05', 0, 'OPEN_STATES_API')).toEqual(['IN_SESSION 2027-04-30']);
  expect(expectOn('2027-04-30', 0, 'OPEN_STATES_API')).toEqual(['IN_SESSION 2027-04-30']);
  expect(expectOn('2027-05-01', 0, 'OPEN_STATES_API')).toEqual(['AFTER_ADJOURNMENT 2027-10-27']);
  expect(expectOn('2027-10-27', 0, 'OPEN_STATES_API')).toEqual(['AFTER_ADJOURNMENT 2027-10-27']);
  expect(expectOn('2027-10-28', 0, 'OPEN_STATES_API')).toEqual(['2028-01-04']);
  expect(expectOn('2027-10-28', 2, 'OPEN_STATES_API')).toEqual(['UNTIL_DECIDED undefined']);
  expect(expectOn('2027-10-28', 0, 'LEGISCAN_API')).toEqual(['AFTER_ADJOURNMENT undefined']);
});
