// Proves what the command line of an import accepts, and what it says otherwise.
import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';

describe('parseArguments', () => {
  it('reads kind, file and tenant', () => {
    expect(parseArguments(['people', 'a.csv', '--tenant', 'Demo'])).toEqual({
      kind: 'people',
      path: 'a.csv',
      tenant: 'demo',
      source: undefined,
      dryRun: false,
      aws: undefined,
    });
  });

  it('reads the options', () => {
    const args = [
      'committees',
      'c.json',
      '--tenant=demo',
      '--dry-run',
      '--region',
      'us-east-1',
      '--table',
      't',
      '--source',
      'hr',
      '--dates=day-first',
    ];
    expect(parseArguments(args)).toMatchObject({
      dryRun: true,
      source: 'hr',
      dateOrder: 'day-first',
      aws: { region: 'us-east-1', table: 't' },
    });
    expect(parseArguments(['--help'])).toBe('help');
  });

  it('knows two orders of days', () => {
    expect(() => parseArguments(['people', 'a.csv', '--tenant=demo', '--dates=ymd'])).toThrow(
      '"ymd" is no order of days: --dates is day-first or month-first.',
    );
  });

  it.each([
    [[], /the kinds are people, organizations, committees/i],
    [
      ['persons', 'a.csv', '--tenant', 'demo'],
      /There is no kind "persons"; the kinds are people, organizations, committees/,
    ],
    [['toString', 'a.csv', '--tenant', 'demo'], /There is no kind "toString"/],
    [['people', '--tenant', 'demo'], /Which file or folder of people/],
    [['people', 'a.csv'], /--tenant <code>/],
    [['people', 'a.csv', 'b.csv', '--tenant', 'demo'], /Only one file or folder at a time, but "b.csv"/],
    [['people', 'a.csv', '--tenant', 'no spaces'], /can't be a tenant code/],
    [
      ['people', 'a.csv', '--tenant', 'demo', '--tenant', 'harbor'],
      /--tenant can be given only once, but was "demo" and "harbor"/,
    ],
    [['people', 'a.csv', '--tenant', 'demo', '--fast'], /Unknown option '--fast'/],
    [['people', 'a.csv', '--tenant', 'demo', '--region', 'us-east-1'], /--table is missing/],
    [['people', 'a.csv', '--tenant', 'demo', '--source', 'A B'], /can't name a source/],
  ])('%j', (args, message) => {
    expect(() => parseArguments(args)).toThrow(message);
  });
});
