// When the mails of a broadcast are due (docs/interface/communication.md#broadcasts).
import { expect, it } from 'vitest';
import { findDueTime, listZoneTimes } from './due-time.ts';

const now = new Date('2027-01-15T10:00:00Z');
const due = (broadcast: Parameters<typeof findDueTime>[0], state?: string) =>
  new Date(
    findDueTime(
      broadcast,
      'America/Los_Angeles',
      { ...(state !== undefined && { addresses: [{ id: 'a', type: 'home', state }] }) },
      now,
    ),
  ).toISOString();

it('a broadcast without a time is due at once', () => {
  expect(due({})).toBe('2027-01-15T10:00:00.000Z');
});

it('a time is one of the tenant, wherever the recipient lives', () => {
  expect(due({ sendAt: '2027-01-20T09:00', clock: 'tenant' }, 'NY')).toBe('2027-01-20T17:00:00.000Z');
});

it("a time of the recipient is one of the state of the first address, by its name or abbreviation, else the tenant's", () => {
  const sent = { sendAt: '2027-01-20T09:00', clock: 'recipient' } as const;
  expect(['NY', ' new york ', 'HI', 'Bavaria', '', undefined].map((state) => due(sent, state))).toEqual([
    '2027-01-20T14:00:00.000Z',
    '2027-01-20T14:00:00.000Z',
    '2027-01-20T19:00:00.000Z',
    '2027-01-20T17:00:00.000Z',
    '2027-01-20T17:00:00.000Z',
    '2027-01-20T17:00:00.000Z',
  ]);
});

it("the recipients' clocks have a moment for each time zone, and the tenant's clock has none apart", () => {
  const sent = { sendAt: '2027-01-20T09:00', clock: 'recipient' } as const;
  const moments = listZoneTimes(sent, 'Europe/Berlin') ?? [];
  expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
  const [first, last] = [moments[0], moments.at(-1)].map((moment) => new Date(moment ?? 0).toISOString());
  // Hagåtña, and Pago Pago.
  expect([first, last]).toEqual(['2027-01-19T23:00:00.000Z', '2027-01-20T20:00:00.000Z']);
  expect(moments).toContain(Date.parse('2027-01-20T08:00:00.000Z'));
  expect(listZoneTimes({ ...sent, clock: 'tenant' }, 'Europe/Berlin')).toBeUndefined();
  expect(listZoneTimes({}, 'Europe/Berlin')).toBeUndefined();
});
