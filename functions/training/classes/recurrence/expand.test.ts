// The days of recurrences. The examples are those of RFC 5545, section 3.8.5.3, with EXDATE of 3.8.5.1 and RDATE of
// 3.8.5.2; where an example has no end, COUNT ends it after the dates that the RFC prints.
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../../shared/errors/failure.ts';
import { expandRecurrence, maxYears, type Recurrence } from './expand.ts';

const newYork = 'America/New_York';
const limits = { maxDays: 100, lastDay: '2199-12-31' };
const expand = (recurrence: Partial<Recurrence> & Pick<Recurrence, 'rule' | 'startDate'>, zone = newYork) =>
  expandRecurrence({ startTime: '09:00', ...recurrence }, zone, limits);
const list = async (...args: Parameters<typeof expand>) => (await expand(...args)).days;

/** Why a recurrence is refused. */
async function refuse(...args: Parameters<typeof expand>): Promise<string> {
  const refusal: unknown = await expand(...args).catch((error: unknown) => error);
  if (!(refusal instanceof Failure)) throw new Error('The recurrence is not refused.');
  expect([refusal.code, refusal.details[0]?.target]).toEqual(['VALIDATION_ERROR', 'recurrence.rule']);
  return refusal.details[0]?.message ?? '';
}

/** `1997-09-02 16 30, 1997-10-14` is 2, 16 and 30 September and 14 October 1997. */
const dates = (text: string): string[] =>
  text.split(', ').flatMap((month) => {
    const [first = '', ...days] = month.split(' ');
    return [first, ...days.map((day) => `${first.slice(0, 8)}${day.padStart(2, '0')}`)];
  });

const september2 = '1997-09-02';

describe('the examples of RFC 5545', () => {
  it.each([
    ['FREQ=DAILY;COUNT=10', september2, '1997-09-02 3 4 5 6 7 8 9 10 11'],
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', september2, '1997-09-02 12 22, 1997-10-02 12'],
    ['FREQ=DAILY;INTERVAL=2;COUNT=4', september2, '1997-09-02 4 6 8'],
    ['FREQ=WEEKLY;COUNT=10', september2, '1997-09-02 9 16 23 30, 1997-10-07 14 21 28, 1997-11-04'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=4', september2, '1997-09-02 16 30, 1997-10-14'],
    [
      'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
      september2,
      '1997-09-02 4 9 11 16 18 23 25 30, 1997-10-02',
    ],
    ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', september2, '1997-09-02 4 9 11 16 18 23 25 30, 1997-10-02'],
    [
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
      '1997-09-01',
      '1997-09-01 3 5 15 17 19 29, 1997-10-01 3 13 15 17 27 29 31, 1997-11-10 12 14 24 26 28, 1997-12-08 10 12 22',
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      september2,
      '1997-09-02 4 16 18 30, 1997-10-02 14 16',
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
      '1997-09-05',
      '1997-09-05, 1997-10-03, 1997-11-07, 1997-12-05, 1998-01-02, 1998-02-06, 1998-03-06, 1998-04-03, 1998-05-01, 1998-06-05',
    ],
    [
      'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
      '1997-09-05',
      '1997-09-05, 1997-10-03, 1997-11-07, 1997-12-05',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
      '1997-09-07',
      '1997-09-07 28, 1997-11-02 30, 1998-01-04 25, 1998-03-01 29, 1998-05-03 31',
    ],
    [
      'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
      '1997-09-22',
      '1997-09-22, 1997-10-20, 1997-11-17, 1997-12-22, 1998-01-19, 1998-02-16',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6',
      '1997-09-28',
      '1997-09-28, 1997-10-29, 1997-11-28, 1997-12-29, 1998-01-29, 1998-02-26',
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
      september2,
      '1997-09-02 15, 1997-10-02 15, 1997-11-02 15, 1997-12-02 15, 1998-01-02 15',
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
      '1997-09-30',
      '1997-09-30, 1997-10-01 31, 1997-11-01 30, 1997-12-01 31, 1998-01-01 31, 1998-02-01',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
      '1997-09-10',
      '1997-09-10 11 12 13 14 15, 1999-03-10 11 12 13',
    ],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=TU;COUNT=6', september2, '1997-09-02 9 16 23 30, 1997-11-04'],
    [
      'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
      '1997-06-10',
      '1997-06-10, 1997-07-10, 1998-06-10, 1998-07-10, 1999-06-10, 1999-07-10, 2000-06-10, 2000-07-10, 2001-06-10, 2001-07-10',
    ],
    [
      'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
      '1997-03-10',
      '1997-03-10, 1999-01-10, 1999-02-10, 1999-03-10, 2001-01-10, 2001-02-10, 2001-03-10, 2003-01-10, 2003-02-10, 2003-03-10',
    ],
    [
      'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
      '1997-01-01',
      '1997-01-01, 1997-04-10, 1997-07-19, 2000-01-01, 2000-04-09, 2000-07-18, 2003-01-01, 2003-04-10, 2003-07-19, 2006-01-01',
    ],
    ['FREQ=YEARLY;BYDAY=20MO;COUNT=3', '1997-05-19', '1997-05-19, 1998-05-18, 1999-05-17'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3', '1997-05-12', '1997-05-12, 1998-05-11, 1999-05-17'],
    [
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=11',
      '1997-03-13',
      '1997-03-13 20 27, 1998-03-05 12 19 26, 1999-03-04 11 18 25',
    ],
    [
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=4',
      '1997-09-13',
      '1997-09-13, 1997-10-11, 1997-11-08, 1997-12-13',
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3',
      '1996-11-05',
      '1996-11-05, 2000-11-07, 2004-11-02',
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', '1997-09-04, 1997-10-07, 1997-11-06'],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=7',
      '1997-09-29',
      '1997-09-29, 1997-10-30, 1997-11-27, 1997-12-30, 1998-01-29, 1998-02-26, 1998-03-30',
    ],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '1997-08-05 10 19 24'],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '1997-08-05 17 19 31'],
    ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15', '2007-01-15 30, 2007-02-15, 2007-03-15 30'],
  ])('%s from %s', async (rule, startDate, expected) => {
    expect(await list({ rule, startDate })).toEqual(dates(expected));
  });

  it('every day in January for three years is 93 days, by UNTIL of either form', async () => {
    const yearly = 'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA';
    const daily = 'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1';
    const days = await list({ rule: yearly, startDate: '1998-01-01' });
    expect([days.length, days[0], days[31], days.at(-1)]).toEqual([
      93,
      '1998-01-01',
      '1999-01-01',
      '2000-01-31',
    ]);
    expect(await list({ rule: daily, startDate: '1998-01-01' })).toEqual(days);
  });

  it('every Friday the 13th leaves out the first day, which EXDATE names', async () => {
    const rule = 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5';
    const { days } = await expand({ rule, startDate: september2, exceptDates: [september2] });
    expect(days).toEqual(dates('1998-02-13, 1998-03-13, 1998-11-13, 1999-08-13, 2000-10-13'));
  });
});

describe('the end of a rule', () => {
  it('UNTIL of an instant means the time of the session in the zone of the class', async () => {
    // 9 AM in New York is 1 PM in UTC in summer.
    const until = (time: string) => ({ rule: `FREQ=DAILY;UNTIL=19970904T${time}`, startDate: september2 });
    expect(await list(until('130000Z'))).toHaveLength(3);
    expect(await list(until('125959Z'))).toHaveLength(2);
    expect(await list(until('090000'))).toHaveLength(3);
    expect(await list(until('085959'))).toHaveLength(2);
  });

  it('UNTIL of a day includes the day', async () => {
    expect(await list({ rule: 'FREQ=DAILY;UNTIL=19970904', startDate: september2 })).toHaveLength(3);
  });

  it('a day of an instant that is the next day in UTC still counts', async () => {
    const rule = 'FREQ=DAILY;UNTIL=19970905T020000Z';
    expect(await list({ rule, startDate: september2, startTime: '22:00' })).toHaveLength(3);
  });
});

describe('exceptions', () => {
  const rule = 'RRULE:freq=weekly;byday=tu;count=40';

  it('COUNT counts the days that exceptDates leave out, and alsoDates are added', async () => {
    const { days, excepted } = await expand({
      ...{ rule, startDate: '2035-09-04' },
      ...{ exceptDates: ['2035-12-25', '2035-12-24'], alsoDates: ['2035-12-27', '2035-09-04'] },
    });
    expect([days.length, excepted]).toEqual([40, ['2035-12-25']]);
    expect(days).toContain('2035-12-27');
  });

  it('a rule whose days are all left out is refused', async () => {
    const none = { rule: 'FREQ=DAILY;COUNT=1', startDate: september2, exceptDates: [september2] };
    expect(await refuse(none)).toContain('no session is left');
  });
});

describe('the limits of a series', () => {
  it('has at most 100 days, exceptions not counted', async () => {
    const daily = (count: number) => ({ rule: `FREQ=DAILY;COUNT=${count}`, startDate: september2 });
    expect(await list(daily(100))).toHaveLength(100);
    expect(await refuse(daily(101))).toContain('more than 100 sessions');
    expect(await refuse(daily(10_000))).toContain('more than 100 sessions');
    expect(await list({ ...daily(101), exceptDates: ['1997-09-05'] })).toHaveLength(100);
    expect(await refuse({ ...daily(100), alsoDates: ['2000-01-01'] })).toContain('more than 100 sessions');
  });

  it('spans at most ten years', async () => {
    expect(maxYears).toBe(10);
    const yearly = (count: number) => ({ rule: `FREQ=YEARLY;COUNT=${count}`, startDate: '2030-03-01' });
    expect((await list(yearly(11))).at(-1)).toBe('2040-03-01');
    expect(await refuse(yearly(12))).toContain('only 11 of 12 dates');
    const until = (day: string) => ({ rule: `FREQ=YEARLY;UNTIL=${day}`, startDate: '2030-03-01' });
    expect(await list(until('20400301'))).toHaveLength(11);
    expect(await refuse(until('20400302'))).toContain('at most 10 years');
  });

  it('an impossible rule ends at once', async () => {
    for (const rule of [
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
      'FREQ=DAILY;INTERVAL=7;BYDAY=SU;COUNT=3',
      'FREQ=YEARLY;BYMONTH=5;BYSETPOS=3;BYMONTHDAY=3;COUNT=1',
      'FREQ=MONTHLY;BYDAY=6MO;COUNT=1',
    ])
      expect(await refuse({ rule, startDate: september2 })).toContain('gives no date');
  });

  it('begins where the rule first gives a day, and 31st or 29 February are left out where there is none', async () => {
    expect(await list({ rule: 'FREQ=WEEKLY;BYDAY=FR;COUNT=2', startDate: september2 })).toEqual(
      dates('1997-09-05 12'),
    );
    expect(await list({ rule: 'FREQ=MONTHLY;COUNT=3', startDate: '2024-01-31' })).toEqual(
      dates('2024-01-31, 2024-03-31, 2024-05-31'),
    );
    expect(await list({ rule: 'FREQ=YEARLY;COUNT=3', startDate: '2024-02-29' })).toEqual(
      dates('2024-02-29, 2028-02-29, 2032-02-29'),
    );
  });
});

describe('an invalid rule', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=TU', 'needs an end'],
    ['FREQ=SECONDLY;COUNT=2', 'FREQ must be one of DAILY, WEEKLY, MONTHLY, YEARLY'],
    ['FREQ=HOURLY;COUNT=2', 'FREQ must be one of'],
    ['BYDAY=TU;COUNT=2', 'needs FREQ'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20350101', 'not by both'],
    ['FREQ=DAILY;COUNT=0', 'COUNT must be at least 1'],
    ['FREQ=DAILY;COUNT=x', 'COUNT must be at least 1'],
    ['FREQ=DAILY;UNTIL=20350230', 'UNTIL must be a date'],
    ['FREQ=DAILY;UNTIL=20350228T250000', 'UNTIL must be a date'],
    ['FREQ=DAILY;UNTIL=19970901', 'UNTIL must not be before startDate'],
    ['FREQ=DAILY;COUNT=2;INTERVAL=0', 'INTERVAL must be between 1 and 1000'],
    ['FREQ=DAILY;COUNT=2;INTERVAL=1001', 'INTERVAL must be between 1 and 1000'],
    ['FREQ=DAILY;COUNT=2;BYHOUR=9,10', 'BYHOUR is not allowed'],
    ['FREQ=DAILY;COUNT=2;RSCALE=GREGORIAN', 'RSCALE is not a part'],
    ['FREQ=DAILY;COUNT=2;COUNT=3', 'COUNT occurs twice'],
    ['FREQ=MONTHLY;COUNT=2;BYMONTHDAY=32', 'BYMONTHDAY must have numbers from 1 to 31'],
    ['FREQ=YEARLY;COUNT=2;BYMONTH=-1', 'BYMONTH must have numbers from 1 to 12'],
    ['FREQ=WEEKLY;COUNT=2;BYDAY=XX', 'BYDAY must be weekdays'],
    ['FREQ=WEEKLY;COUNT=2;BYDAY=1MO', 'BYDAY with numeric value'],
    ['FREQ=WEEKLY;COUNT=2;BYSETPOS=1', 'BYSETPOS MUST be used with another'],
    ['every Tuesday', 'A rule has parts such as'],
    ['FREQ=DAILY;;COUNT=2', 'A rule has parts such as'],
  ])('%s: %s', async (rule, reason) => {
    expect(await refuse({ rule, startDate: september2 })).toContain(reason);
  });

  it('an interval of 1000 is valid', async () => {
    expect(await list({ rule: 'FREQ=DAILY;COUNT=2;INTERVAL=1000', startDate: september2 })).toHaveLength(2);
  });
});
