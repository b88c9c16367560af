// What a tenant's data feed reads, and when (docs/interface/billtracking.md#data-feeds).
import { describe, expect, it } from 'vitest';
import { applyFeedUpdate, parseFeed } from './input.ts';
import { limitsOf } from './providers/quota.ts';

const zone = 'America/Los_Angeles';
const input = { name: 'Washington', key: 'secret', provider: 'OPEN_STATES_API' as const, stateIds: [53] };
const parse = (more: Partial<Parameters<typeof parseFeed>[0]>) => parseFeed({ ...input, ...more }, zone);

describe('a data feed', () => {
  it('is read every day at five in the morning of the tenant by default', () => {
    expect(parse({}).schedule).toEqual({ frequency: 'daily', hour: 5, timeZone: zone });
  });

  it('has a weekday when it is weekly, Monday by default, and no hour when it is hourly', () => {
    expect(parse({ schedule: { frequency: 'weekly', hour: 0 } }).schedule).toEqual({
      ...{ frequency: 'weekly', hour: 0, weekday: 1, timeZone: zone },
    });
    expect(parse({ schedule: { frequency: 'hourly', hour: 9, weekday: 2 } }).schedule).toEqual({
      ...{ frequency: 'hourly', timeZone: zone },
    });
  });

  it('names states that exist and a known time zone, and all faults are reported at once', () => {
    expect(parse({ stateIds: [0, 53, 53] }).stateIds).toEqual([0, 53]);
    expect(() =>
      parse({ stateIds: [53, 3], schedule: { frequency: 'daily', timeZone: 'Mars/Base' } }),
    ).toThrow('2 values are invalid: schedule.timeZone must be');
  });

  it('of Congress.gov reads the Congress, by its number', () => {
    const congress = { provider: 'CONGRESS_GOV' as const, stateIds: [0] };
    expect(parse({ ...congress, sessions: ['119'] }).sessions).toEqual(['119']);
    expect(() => parse({ ...congress, sessions: ['2025-2026'] })).toThrow('must be the number of a Congress');
    expect(() => parse({ ...congress, stateIds: [53] })).toThrow('it has no bills of states');
  });

  it('has the limits of a paid key, which an update keeps, changes, or takes back with an empty object', () => {
    expect(parse({}).requestLimits).toBeUndefined();
    const before = parse({ requestLimits: { perDay: 1000, perMinute: null } });
    expect(before.requestLimits).toEqual({ perDay: 1000 });
    expect(applyFeedUpdate(before, { isPaused: true }, 'UTC').requestLimits).toEqual({ perDay: 1000 });
    expect(applyFeedUpdate(before, { requestLimits: { perHour: 9 } }, 'UTC').requestLimits).toEqual({
      perHour: 9,
    });
    expect(applyFeedUpdate(before, { requestLimits: {} }, 'UTC').requestLimits).toBeUndefined();
    expect(applyFeedUpdate(before, { requestLimits: null }, 'UTC').requestLimits).toBeUndefined();
    // Those of a free key stand where the feed has none (api-v3, api/auth.py: 10 a minute, 250 a day).
    expect(limitsOf(before).map(({ name, most }) => [name, most])).toEqual([
      ['perMinute', 10],
      ['perDay', 1000],
    ]);
  });

  it('has no limits of its own when those of a free key are sent back as they were presented', () => {
    const presented = { perMinute: 10, perHour: null, perDay: 250, perMonth: null };
    expect(parse({ requestLimits: presented }).requestLimits).toBeUndefined();
    const paid = applyFeedUpdate(parse({}), { requestLimits: { ...presented, perDay: 1000 } }, 'UTC');
    expect(paid.requestLimits).toEqual({ perDay: 1000 });
    expect(applyFeedUpdate(paid, { requestLimits: presented }, 'UTC').requestLimits).toBeUndefined();
  });

  it('reads the current sessions again when its sessions are cleared', () => {
    const before = parse({ sessions: ['2027-2028'] });
    expect(applyFeedUpdate(before, { sessions: null }, 'UTC').sessions).toEqual([]);
    expect(applyFeedUpdate(before, {}, 'UTC').sessions).toEqual(['2027-2028']);
  });

  it('keeps what an update does not send', () => {
    const before = parse({ schedule: { frequency: 'hourly' } });
    expect(applyFeedUpdate(before, { isPaused: true }, 'UTC')).toEqual({ ...before, isPaused: true });
    expect(applyFeedUpdate(before, { schedule: { frequency: 'daily' } }, 'UTC').schedule.timeZone).toBe(
      'UTC',
    );
    expect(() => applyFeedUpdate(before, { stateIds: [3] }, 'UTC')).toThrow('stateIds[0]');
  });
});
