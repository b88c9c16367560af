// What recipients are counted as (docs/interface/communication.md#broadcasts).
import { describe, expect, it } from 'vitest';
import {
  type CountedRecipient,
  compareRecipients,
  countRecipient,
  countWaiting,
  parseReason,
  sumFigures,
} from './figures.ts';

const date = '2027-03-01T09:00:00.000Z';
const waiting: CountedRecipient = { status: 'waiting' };

describe('a recipient', () => {
  it.each<[CountedRecipient, object]>([
    [waiting, { recipients: 1 }],
    [{ status: 'sent' }, { recipients: 1, sent: 1 }],
    [
      { status: 'delivered', deliveredDate: date },
      { recipients: 1, sent: 1, delivered: 1 },
    ],
    [
      { status: 'bounced', reason: 'hard-bounce', bouncedDate: date, deliveredDate: date },
      { recipients: 1, sent: 1, delivered: 1, bounced: 1, hardBounced: 1 },
    ],
    [
      { status: 'complained', complainedDate: date, openedDate: date, clickedDate: date },
      { recipients: 1, sent: 1, complained: 1, opened: 1, clicked: 1 },
    ],
    [
      { status: 'sent', machineOpenedDate: date },
      { recipients: 1, sent: 1, openedByMachine: 1 },
    ],
    [
      {
        status: 'sent',
        machineOpenedDate: date,
        openedDate: date,
        clickedDate: date,
        clickedLinks: ['0', 'other'],
      },
      { recipients: 1, sent: 1, opened: 1, clicked: 1, link_0: 1, link_other: 1 },
    ],
    [
      { status: 'skipped', reason: 'opted-out' },
      { recipients: 1, skipped: 1, because_opted_out: 1 },
    ],
    [
      { status: 'failed', reason: 'given-up' },
      { recipients: 1, failed: 1, because_given_up: 1 },
    ],
  ])('is counted as what it is: %j', (recipient, figures) => {
    expect(countRecipient(recipient)).toEqual(figures);
  });

  it('that becomes another one changes only what is different', () => {
    const cancelled: CountedRecipient = { status: 'skipped', reason: 'cancelled' };
    expect(compareRecipients(waiting, cancelled)).toEqual({ skipped: 1, because_cancelled: 1 });
    expect(compareRecipients(cancelled, { status: 'sent' })).toEqual({
      ...{ skipped: -1, because_cancelled: -1, sent: 1 },
    });
    expect(compareRecipients({ status: 'sent' }, { status: 'sent' })).toEqual({});
  });
});

it('who is neither sent nor skipped nor failed waits', () => {
  const all: CountedRecipient[] = [waiting, { status: 'sent' }, { status: 'skipped' }, { status: 'failed' }];
  expect(countWaiting(sumFigures(all.map(countRecipient)))).toBe(1);
  expect(countWaiting({})).toBe(0);
});

it('a reason is read from the name under which it is counted', () => {
  expect([parseReason('because_left_list'), parseReason('sent')]).toEqual(['left-list', undefined]);
});
