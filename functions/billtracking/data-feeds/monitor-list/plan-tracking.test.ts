// What an import of a monitor list makes of a bill (docs/interface/billtracking.md#monitor-lists).
import { describe, expect, it } from 'vitest';
import { type MonitorListOptions, mapStance, planTracking } from './plan-tracking.ts';

const keep = { removed: 'KEEP' } as const;
const support = { position: 'SUPPORT', trackingStatus: 'TRACKING' } as const;

describe('a stance', () => {
  it('becomes a position and a status, which the request may choose', () => {
    expect(mapStance('WATCH', keep)).toEqual({ position: 'MONITOR', trackingStatus: 'WATCHING' });
    expect(mapStance('SUPPORT', keep)).toEqual(support);
    expect(mapStance('OPPOSE', keep)).toEqual({ position: 'OPPOSE', trackingStatus: 'TRACKING' });
    const chosen: MonitorListOptions = {
      positions: { watch: 'NEUTRAL' },
      trackingStatuses: { oppose: 'PRIORITY' },
    };
    expect(mapStance('WATCH', chosen).position).toBe('NEUTRAL');
    expect(mapStance('OPPOSE', chosen)).toEqual({ position: 'OPPOSE', trackingStatus: 'PRIORITY' });
  });

  it('is applied once, and again when it changes', () => {
    expect(planTracking({ stance: 'SUPPORT' }, { trackingStatus: 'NOT_TRACKED' }, keep)).toEqual({
      ...{ input: support, applied: support },
    });
    const applied = { stance: 'SUPPORT', applied: support } as const;
    for (const trackingStatus of ['TRACKING', 'PRIORITY', 'NOT_TRACKED', 'ARCHIVED'] as const)
      expect(planTracking(applied, { trackingStatus }, keep)).toBeUndefined();
    expect(
      planTracking({ ...applied, stance: 'WATCH' }, { trackingStatus: 'TRACKING' }, keep)?.input,
    ).toEqual({
      ...{ position: 'MONITOR', trackingStatus: 'WATCHING' },
    });
  });

  it('changes no status that the tenant chose', () => {
    for (const trackingStatus of ['PRIORITY', 'ARCHIVED'] as const)
      expect(planTracking({ stance: 'SUPPORT' }, { trackingStatus }, keep)?.input).toEqual({
        position: 'SUPPORT',
      });
  });
});

describe('a bill that the account no longer monitors', () => {
  const removed = { stance: 'SUPPORT', removedDate: '2027-02-01T00:00:00.000Z' } as const;
  const tracked = { trackingStatus: 'TRACKING' } as const;
  const archive = { removed: 'ARCHIVED' } as const;

  it('stays as it is unless the request says otherwise', () => {
    expect(planTracking({ ...removed, applied: support }, tracked, keep)).toBeUndefined();
    expect(planTracking({ ...removed, applied: support }, tracked, archive)).toEqual({
      ...{ input: { trackingStatus: 'ARCHIVED' }, applied: undefined },
    });
  });

  it('stays as it is when no import tracked it, or when it is not tracked any more', () => {
    expect(planTracking(removed, tracked, archive)).toBeUndefined();
    expect(
      planTracking({ ...removed, applied: support }, { trackingStatus: 'NOT_TRACKED' }, archive),
    ).toBeUndefined();
  });
});
