// Numbers of the documents that are no promise, each with the reason: a reason, then the phrases with the numbers.

type Reasons = readonly (readonly [reason: string, ...phrases: string[]])[];

const measured = 'a measured figure, or one that a run of the project prints';
const example = 'an example';
const grammar = 'counts what the sentence names, and limits nothing';
const fromElsewhere =
  'a limit or a figure of AWS, of mail systems or of a standard, which the project cannot change';
const byTheClock = 'functions run every minute, which test/aws and the trigger of each declare';
const advice =
  'advice to the people who operate a platform, or a threshold of an alarm, which test/aws/watch compares';

export const notPromised: Readonly<Record<string, Reasons>> = {
  'README.md': [[grammar, 'A tour of five minutes']],
  'SECURITY.md': [['a promise of people, not of the program', 'within three working days']],
  'docs/aws.md': [
    [
      measured,
      'one takes 1.6 KB, so all of them 8 MB',
      'SDK clients take 37 KB each',
      'another is created in 0.2 ms',
      'processes live two hours',
      '| with 100 sessions |',
      '| 0.1 | 36 % | 39 % | 39 % | | 1 | 39 % | 63 % | 63 % | | 10 | 39 % | 84 % | 84 % |',
      'that is 980 requests a second with 100 sessions',
      '(logger 8 ms of processor time at start, metrics 5, tracer 25, all three 30 and 74 % more code)',
      '14 seconds of processor time',
      'and 40 seconds of processor time',
    ],
    [
      fromElsewhere,
      'An account has at most 10,000 keys per region, which AWS does not raise, and creates five a second',
      'waits for STS, which takes 600 calls a second',
      'a sender of more than 5,000 mails a day',
      'of which more than 0.3 %',
      'the three CNAME records',
      '$0.60 for a million requests',
      '(300 by default)',
      'point-in-time recovery for 35 days',
    ],
    [
      advice,
      '`: more than 300 for crm',
      'the mail comes within a minute',
      'is named five minutes later',
      'is missed for an hour at most',
    ],
    [
      'the canary, whose length and share infra/aws/canary/canary-shift.test.ts tries',
      'a tenth of the calls for five minutes',
      'ten more requests are answered 5XX',
      'as in the five minutes before',
      'nobody waits there for five minutes',
    ],
  ],
  'docs/data.md': [
    [measured, '| up to 120 |', 'one read unit for more than 100', 'among 1,000 bills'],
    [fromElsewhere, 'under 4.3 MB, which is what a Lambda function can answer with'],
  ],
  'docs/decisions.md': [
    [fromElsewhere, 'under 4.3 MB each, which is what Lambda can answer with', 'an account has 10,000 keys'],
    [measured, 'brings 170 packages and 60 MB'],
  ],
  'docs/events.md': [
    [example, 'a record that changes a hundred times in a second', 'changes more in a second than'],
    [
      fromElsewhere,
      'API Gateway takes 10,000 requests a second',
      '500 connections that follow 20 changes a second would take',
      'may lag five seconds',
      'the stream again, which has it for 24 hours',
    ],
    [advice, 'raise an alarm after fifteen minutes'],
    [
      measured,
      'plays 500 connections and 20 changes a second',
      'reads at most 16 read units',
      'a tenant with 100,000 due items',
      '100,000 items are about 2,000 read units',
    ],
  ],
  'docs/faults.md': [
    [measured, 'The process that sends a broadcast is killed, three times', 'it ended so in twelve minutes'],
  ],
  'docs/glossary.md': [[grammar, 'one of the four groups of endpoints']],
  'docs/identity.md': [
    [
      'the threshold of zxcvbn, which shared/auth/passwords/passwords.test.ts tries',
      'refused when they fall within a million guesses',
    ],
    [measured, 'another 180,000 entries', 'and 11 ms of processor time'],
    [grammar, 'an HMAC and eleven lines'],
  ],
  'docs/local-platform.md': [[fromElsewhere, 'pages of 1 MB']],
  'docs/requests.md': [
    [grammar, 'makes three calls with it', 'and six because rows are read'],
    [measured, 'which takes 12 to 20 ms'],
  ],
  'docs/runbooks.md': [
    [
      advice,
      'the mail comes within a minute',
      'At least five requests in five minutes',
      'One request in a hundred takes two seconds or more',
      'failed five times in five minutes',
      'is five minutes or more behind',
      '`notReached` is 0',
      'was not called for ten minutes',
      'wait ten minutes',
      'restore to five minutes ago',
    ],
    [
      fromElsewhere,
      'the stream still has the changes, within 24 hours of them',
      'mend it first, within 24 hours of the changes',
      'The stream keeps changes for 24 hours',
      'API Gateway closes idle connections after ten minutes',
      'SES reviews an account at 5 % and stops it at 10 %',
      'One in a thousand mails is reported as spam',
      'and more within half an hour',
      'The last 35 days, to the second',
    ],
  ],
  'docs/tenant-data.md': [
    [
      fromElsewhere,
      'one read unit for 4 KB of the whole table',
      'a reply of Lambda has 6 MB at most',
      'the change stream for 24 hours',
    ],
  ],
  'docs/training.md': [
    [measured, '500 requests at once for 30 seats and 20 places', 'HarfBuzz in `node_modules` (21 MB each)'],
  ],
  'docs/interface/access.md': [[grammar, 'Four permission names']],
  'docs/interface/billtracking.md': [
    [byTheClock, 'or within a minute with the frequency `immediate`'],
    [
      example,
      'an event of three days',
      'The id is 0 when the tenant does not track the bill',
      'a partial map may begin after 1',
    ],
  ],
  'docs/interface/crm.md': [
    [
      grammar,
      '`userStatus` is 0 not invited',
      'by default two people',
      'With the last two',
      'stays in three places',
    ],
    [
      measured,
      'For a page of 20 people',
      'one unit for fifty people',
      'one unit for thirty people',
      'thirty per read unit',
      'about one read unit for sixty entries',
    ],
    [fromElsewhere, 'Backups of the table end after 35 days', 'because a function returns 6 MB'],
    [
      'a job of every day, which test/crm/communication/sweep-values.ts runs',
      'one that no record has any more leaves within a day',
      'its row is removed within a day',
    ],
    ['as long as recipients are stored, which has a row', 'window of up to 400 days'],
  ],
  'docs/interface/groups.md': [[measured, 'with 100,000 members, too']],
  'docs/interface/limits.md': [['a figure of existing callers', 'and wait 30 seconds for them']],
  'docs/interface/training.md': [
    [
      example,
      'such as two years in office',
      '"1 year 6 months"',
      'earned on 1 March 2024 and 24 months',
      'valid for 12 months: valid through 11 February 2024',
      '0 hours confirms at once',
      'such as a CEU as ten contact hours',
      'requires 40 credits, at least 4 of them in ethics, counts at most 10 by self-study, and 6 beyond the 40',
      'earned 20.3 General credits on site, 12 by self-study and 2.5 Ethics credits',
      '40 credits are needed in all: 32.5 of 34.5 earned count, 7.5 are missing',
      'At least 4 Ethics credits are needed: 2.5 count, 1.5 are missing',
      'At most 10 self-study credits count: 12 were earned, 2 do not count',
      'down to a multiple of 0.5: 0.3 credits do not count',
    ],
    [byTheClock, 'promotes those who wait within a minute', 'It begins within a minute'],
    [grammar, 'has up to three phases: early'],
  ],
  'docs/interface/versioning.md': [['a promise of people, not of the program', 'for at least twelve months']],
};
