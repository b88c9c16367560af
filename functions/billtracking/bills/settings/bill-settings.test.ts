// Tracking levels, positions and priorities of a tenant (docs/interface/billtracking.md#bill-settings).
import { describe, expect, it } from 'vitest';
import {
  type BillSettings,
  defaultSettings,
  heldPositionLabel,
  priorityLabel,
  resolveTrackingLevel,
  validateBillSettings,
} from './bill-settings.ts';

const validate = (more: Partial<BillSettings>) =>
  validateBillSettings({ ...defaultSettings, ...more }).map(({ code, target }) => `${code} ${target}`);
const { trackingLevels, positions } = defaultSettings;
const urgent = {
  ...({ trackingLevelId: 9, title: 'Urgent', colorCode: '#000000', trackingStatus: 'PRIORITY' } as const),
};

describe('settings', () => {
  it('have a level for every status, and no id twice', () => {
    expect(validate({ trackingLevels: [...trackingLevels, urgent] })).toEqual([]);
    expect(validate({ trackingLevels: trackingLevels.slice(1) })).toEqual(['REQUIRED_FIELD trackingLevels']);
    expect(validate({ trackingLevels: [...trackingLevels, { ...urgent, trackingLevelId: 1 }] })).toEqual([
      'DUPLICATE_VALUE trackingLevels[5].trackingLevelId',
    ]);
  });

  it('have every position exactly once', () => {
    expect(validate({})).toEqual([]);
    expect(validate({ positions: positions.slice(1) })).toEqual(['REQUIRED_FIELD positions']);
    expect(validate({ positions: [...positions, ...positions.slice(0, 1)] })).toEqual([
      'DUPLICATE_VALUE positions',
    ]);
  });

  it('have no own position and no priority twice, and a home state that exists', () => {
    const own = { positionId: 1, position: 'SUPPORT', title: 'Champion', colorCode: '#000000' } as const;
    const priority = { priority: 1, title: 'High', colorCode: '#000000' };
    expect(validate({ ownPositions: [own], priorities: [priority], homeStateId: 53 })).toEqual([]);
    expect(validate({ ownPositions: [own, own], priorities: [priority, priority], homeStateId: 3 })).toEqual([
      'UNKNOWN_VALUE homeStateId',
      'DUPLICATE_VALUE ownPositions[1].positionId',
      'DUPLICATE_VALUE priorities[1].priority',
    ]);
  });
});

describe('the level of a bill', () => {
  const settings = { ...defaultSettings, trackingLevels: [...trackingLevels, urgent] };
  const resolve = (trackingLevelId?: number) =>
    resolveTrackingLevel(settings, { trackingStatus: 'PRIORITY', trackingLevelId }).title;

  it('is its own, as long as that has the status of the bill', () => {
    expect(resolve(9)).toBe('Urgent');
    expect(resolve(2)).toBe('Priority');
  });

  it('is the first of its status where it has none, or where its own was removed', () => {
    expect([resolve(), resolve(77)]).toEqual(['Priority', 'Priority']);
  });
});

it('a position that was taken is shown as the tenant calls it now, and by its former title once that is gone', () => {
  const own = { positionId: 1, position: 'SUPPORT', title: 'Champion', colorCode: '#123456' } as const;
  const held = { position: 'SUPPORT', own: { id: 1, title: 'Lead' } } as const;
  expect(heldPositionLabel({ ...defaultSettings, ownPositions: [own] }, held).title).toBe('Champion');
  expect(heldPositionLabel(defaultSettings, held)).toEqual({ title: 'Lead', colorCode: '#1B6E3C' });
  expect(heldPositionLabel(defaultSettings, { position: 'SUPPORT' })).toMatchObject({ title: 'Support' });
});

it('a priority without a title is shown as its number', () => {
  expect(priorityLabel(defaultSettings, 3).title).toBe('Priority 3');
  const priorities = [{ priority: 3, title: 'Low', colorCode: '#000000' }];
  expect(priorityLabel({ ...defaultSettings, priorities }, 3).title).toBe('Low');
});
