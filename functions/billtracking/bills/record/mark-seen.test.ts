// What is new of a bill (docs/interface/billtracking.md#deliveries).
import { describe, expect, it } from 'vitest';
import { markActions } from './mark-seen.ts';

const moment = '2027-01-15T10:00:00.000Z';
const action = (text: string) => ({ date: '2027-01-02', text, classification: undefined });
const mark = (stored: Parameters<typeof markActions>[1], writtenAt: string | undefined, ...texts: string[]) =>
  markActions(texts.map(action), stored, { moment, writtenAt }).map(({ text, seenAt }) => [text, seenAt]);

describe('an action', () => {
  const earlier = '2027-01-10T10:00:00.000Z';

  it('is new when it was not stored, whatever its date', () => {
    expect(mark([{ ...action('Read'), seenAt: earlier }], earlier, 'Read', 'Passed')).toEqual([
      ['Read', earlier],
      ['Passed', moment],
    ]);
  });

  it('that occurs twice is known as often as it is stored', () => {
    expect(mark([{ ...action('Read'), seenAt: earlier }], earlier, 'Read', 'Read')).toEqual([
      ['Read', earlier],
      ['Read', moment],
    ]);
  });

  it('keeps its mark up to the moment when the bill was written; a later mark is of an interrupted import', () => {
    expect(mark([{ ...action('Read'), seenAt: earlier }], earlier, 'Read')).toEqual([['Read', earlier]]);
    expect(mark([{ ...action('Read'), seenAt: earlier }], '2027-01-10T09:59:59.999Z', 'Read')).toEqual([
      ['Read', moment],
    ]);
  });

  it('that was stored before marks were has none', () => {
    expect(mark([action('Read')], earlier, 'Read')).toEqual([['Read', undefined]]);
  });
});
