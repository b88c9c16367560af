// Which changes a subscription receives (docs/interface/billtracking.md#subscriptions).
import { describe, expect, it } from 'vitest';
import type { SubscriptionFilter } from '../../../../shared/subscriptions/subscription.ts';
import {
  classifyBillChange,
  coversEvent,
  isListening,
  matchesBill,
  matchesFoundBill,
  touchesFilter,
} from './matching.ts';

const everything: SubscriptionFilter = {
  ...{ stateIds: [], committeeIds: [], eventTypes: [], billIds: [], trackedOnly: false },
};
const committee = { id: 7, name: 'Housing', chamber: 'lower' as const };
const event = { stateId: 53, committees: [committee], eventType: 'HEARING' as const };
const bill = { id: '1', trackingStatus: 'TRACKING' as const };

describe('an event', () => {
  const covers = (filter: Partial<SubscriptionFilter>, bills: readonly (typeof bill | Archived)[] = [bill]) =>
    coversEvent({ what: { events: true, bills: [] }, filter: { ...everything, ...filter } }, event, bills);
  type Archived = { readonly id: string; readonly trackingStatus: 'ARCHIVED' | 'NOT_TRACKED' };
  const archived: Archived = { ...bill, trackingStatus: 'ARCHIVED' };

  it('is covered by a filter without values, and by one with its state, committee, type and bill', () => {
    expect(covers({})).toBe(true);
    expect(covers({ stateIds: [24, 53], committeeIds: [7], eventTypes: ['HEARING'], billIds: [1] })).toBe(
      true,
    );
  });

  it('is not covered when one value of the filter differs', () => {
    expect(covers({ stateIds: [24] })).toBe(false);
    expect(covers({ committeeIds: [8] })).toBe(false);
    expect(covers({ eventTypes: ['VOTE'] })).toBe(false);
    expect(covers({ billIds: [2] })).toBe(false);
  });

  it('is of tracked bills when one on its agenda is tracked; archived bills do not count', () => {
    expect(covers({ trackedOnly: true })).toBe(true);
    expect(covers({ trackedOnly: true }, [archived])).toBe(false);
    expect(covers({ trackedOnly: true }, [{ ...archived, trackingStatus: 'NOT_TRACKED' }])).toBe(false);
    expect(covers({ billIds: [1] }, [archived])).toBe(false);
  });

  it('that is a key date concerns all bills of its state, whatever else the filter says', () => {
    const coversKeyDate = (stateIds: number[], keyDates: boolean) =>
      coversEvent(
        {
          what: { events: false, bills: [], keyDates },
          filter: { ...everything, stateIds, committeeIds: [8] },
        },
        { ...event, keyDate: 'CROSSOVER' },
        [],
      );
    expect(coversKeyDate([53], true)).toBe(true);
    expect(coversKeyDate([24], true)).toBe(false);
    expect(coversKeyDate([53], false)).toBe(false);
  });

  it('enters or leaves a filter only by a change of what filters check', () => {
    expect(touchesFilter(['title', 'committees'])).toBe(true);
    expect(touchesFilter(['title', 'location'])).toBe(false);
  });
});

describe('a bill', () => {
  const placed = { ...bill, stateId: 53, committees: [{ id: 7 }] };
  const matches = (
    filter: Partial<SubscriptionFilter>,
    status: typeof placed.trackingStatus | 'ARCHIVED' | 'NOT_TRACKED' = 'TRACKING',
  ) => matchesBill({ ...everything, ...filter }, { ...placed, trackingStatus: status });

  it('matches when it is tracked, or named by the filter', () => {
    expect(matches({})).toBe(true);
    expect(matches({}, 'NOT_TRACKED')).toBe(false);
    expect(matches({ billIds: [1] }, 'NOT_TRACKED')).toBe(true);
    expect(matches({ billIds: [2] })).toBe(false);
  });

  it('that is archived never matches', () => {
    expect(matches({ billIds: [1] }, 'ARCHIVED')).toBe(false);
    expect(matchesFoundBill(everything, { ...placed, trackingStatus: 'ARCHIVED' })).toBe(false);
  });

  it('is of the states and committees of the filter', () => {
    expect([
      matches({ stateIds: [53], committeeIds: [7] }),
      matches({ stateIds: [24] }),
      matches({ committeeIds: [8] }),
    ]).toEqual([true, false, false]);
    expect(matchesFoundBill({ ...everything, stateIds: [24] }, placed)).toBe(false);
    expect(matchesFoundBill(everything, { ...placed, trackingStatus: 'NOT_TRACKED' })).toBe(true);
  });

  it('that is new has a status, and actions and a position where it has them', () => {
    const created = { type: 'bill.created', data: { fields: [] } } as const;
    const none = { actionCount: 0, rollCallCount: 0, position: 'NO_POSITION' } as const;
    expect(classifyBillChange(created, none)).toEqual(['status']);
    expect(classifyBillChange(created, { ...none, rollCallCount: 1 })).toEqual(['status', 'action', 'vote']);
    expect(classifyBillChange(created, { ...none, position: 'OPPOSE' })).toEqual(['status', 'position']);
  });

  it('changes by its fields', () => {
    const classify = (...fields: string[]) =>
      classifyBillChange(
        { type: 'bill.updated', data: { fields } },
        { actionCount: 1, rollCallCount: 0, position: 'OPPOSE' },
      );
    expect(classify('subjects')).toEqual([]);
    expect(classify('title')).toEqual(['title']);
    expect(classify('sponsors', 'committees', 'versions', 'documents', 'relations')).toEqual([
      ...['sponsor', 'committee', 'version', 'document', 'relation'],
    ]);
    expect(classify('rollCallCount')).toEqual(['action', 'vote']);
    expect(classify('positions', 'lastActionOn')).toEqual(['action', 'position']);
  });
});

it('a subscription receives changes from its beginning on, while it is active and sends', () => {
  const since = '2027-01-15T10:00:00.000Z';
  const webhook = {
    channel: { type: 'webhook', url: 'https://x.example' },
    status: 'active',
    listensSince: since,
  } as const;
  expect(isListening(webhook, { time: since })).toBe(true);
  expect(isListening(webhook, { time: '2027-01-15T09:59:59.999Z' })).toBe(false);
  expect(isListening({ ...webhook, status: 'paused' }, { time: since })).toBe(false);
  expect(isListening({ ...webhook, channel: { type: 'calendar' } }, { time: since })).toBe(false);
});
