// Tests which moment selectedDate means (docs/interface/lists.md#selected-date).
import { describe, expect, it } from 'vitest';
import { parseSelectedDate } from './selected-date.ts';

const moment = (text: string | undefined, zone = 'America/New_York') =>
  parseSelectedDate(text, zone)?.toISOString();

describe('selectedDate', () => {
  it('is undefined when absent or blank', () => {
    expect(moment(undefined)).toBeUndefined();
    expect(moment('')).toBeUndefined();
  });

  it('is exact when it has a time', () => {
    expect(moment('2027-03-01T12:00:00Z')).toBe('2027-03-01T12:00:00.000Z');
    expect(moment('2027-03-01T12:00:00+02:00')).toBe('2027-03-01T10:00:00.000Z');
    expect(moment('2027-03-01T12:00:00')).toBe('2027-03-01T12:00:00.000Z');
  });

  it.each([
    ['2027-03-01', 'America/New_York', '2027-03-02T04:59:59.999Z'],
    ['2027-03-14', 'America/New_York', '2027-03-15T03:59:59.999Z'],
    ['2027-03-01', 'Pacific/Kiritimati', '2027-03-01T09:59:59.999Z'],
    ['2027-03-01', 'Pacific/Pago_Pago', '2027-03-02T10:59:59.999Z'],
  ])('%s alone in %s ends at %s', (date, zone, end) => expect(moment(date, zone)).toBe(end));
});
