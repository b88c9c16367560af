// Event filters hold as Lambda holds them: names down to lists of values (Lambda Developer Guide, event filtering).
import { describe, expect, it } from 'vitest';
import { trigger as changeFeed } from '../../../functions/platform/change-feed/trigger.ts';
import { trigger as deliverMail } from '../../../functions/platform/deliver-mail/trigger.ts';
import { buildStreamFilter } from '../../../shared/platform/trigger.ts';
import { filterRecords, matchesFilter } from './stream-filter.ts';

const insert = (type: string) => ({
  eventName: 'INSERT',
  dynamodb: { Keys: { pk: { S: 'T#demo#OUTBOX#1' } }, NewImage: { type: { S: type } } },
});
const record = (eventName: string, image: 'NewImage' | 'OldImage', item: object) => ({
  eventName,
  dynamodb: { [image]: item },
});

describe('a filter', () => {
  it('matches when every name has one of its values', () => {
    const filter = { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { type: { S: ['mail'] } } } };
    expect(matchesFilter(insert('mail'), filter)).toBe(true);
    expect(matchesFilter({ ...insert('mail'), eventName: 'MODIFY' }, filter)).toBe(true);
    expect(matchesFilter({ ...insert('mail'), eventName: 'REMOVE' }, filter)).toBe(false);
    expect(matchesFilter(insert('person'), filter)).toBe(false);
    expect(matchesFilter({ eventName: 'INSERT' }, filter)).toBe(false);
  });

  it('matches presence or absence with exists', () => {
    const present = { dynamodb: { NewImage: { type: { S: [{ exists: true }] } } } };
    const absent = { dynamodb: { NewImage: { type: { S: [{ exists: false }] } } } };
    expect([matchesFilter(insert('mail'), present), matchesFilter(insert('mail'), absent)]).toEqual([
      true,
      false,
    ]);
    expect([matchesFilter({}, present), matchesFilter({}, absent)]).toEqual([false, true]);
  });

  it('treats inherited names as absent', () => {
    expect(matchesFilter({}, { constructor: { name: [{ exists: true }] } })).toBe(false);
  });
});

it('several filters pass records that match any of them, and none passes all', () => {
  const records = [insert('mail'), insert('person'), insert('tenant')];
  const typed = (type: string) => ({ dynamodb: { NewImage: { type: { S: [type] } } } });
  expect(filterRecords(records, [typed('mail'), typed('tenant')])).toEqual([records[0], records[2]]);
  expect(filterRecords(records, undefined)).toEqual(records);
});

describe('the functions of the platform', () => {
  it('deliver-mail is called for a new mail, and not for its attempts', () => {
    const records = [insert('mail'), { ...insert('mail'), eventName: 'MODIFY' }, insert('person')];
    expect(filterRecords(records, [buildStreamFilter(deliverMail)])).toEqual([records[0]]);
  });

  it('change-feed is called for records, including removed ones, and not for its own writes', () => {
    const versioned = { schemaVersion: { N: '1' } };
    const records = [
      record('INSERT', 'NewImage', versioned),
      record('REMOVE', 'OldImage', versioned),
      record('INSERT', 'NewImage', { type: { S: 'group-member' } }),
      record('REMOVE', 'OldImage', { type: { S: 'mail-consent' } }),
      record('INSERT', 'NewImage', { type: { S: 'change' } }),
      record('REMOVE', 'OldImage', { type: { S: 'reply' } }),
    ];
    expect(filterRecords(records, changeFeed.filters)).toEqual(records.slice(0, 4));
  });
});
