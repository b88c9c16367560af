// The rules of xAPI statements (xAPI 1.0.3, part two).
import { describe, expect, it } from 'vitest';
import {
  assertOwnStatement,
  buildAgent,
  buildStatementItem,
  depthOf,
  findStatementFaults,
  isSameStatement,
  presentStatement,
} from './statement.ts';
import { maxStatementDepth, maxStatementLength, Statement } from './statement-schemas.ts';

const registration = '760e3480-ba55-4991-94b0-01820dbd23a2';
const agent = buildAgent('https://lms.example.org', '1625378');
const sent = (more: object = {}): Statement & { id: string } => ({
  ...Statement.parse({
    actor: agent,
    verb: { id: 'http://adlnet.gov/expapi/verbs/passed', display: { en: 'passed' } },
    object: { id: 'https://example.com/course', definition: { name: { en: 'A course' } } },
    timestamp: '2027-03-01T12:00:00Z',
    ...more,
  }),
  id: '11111111-1111-4111-8111-111111111111',
});
const faults = (more: object) => findStatementFaults(sent(more), '').map(({ target }) => target);

describe('a statement is refused', () => {
  it('with null, except in extensions (xAPI 2.2)', () => {
    expect(faults({ context: { language: null } })).toEqual(['body']);
    expect(faults({ context: { extensions: { 'https://example.com/x': null } } })).toEqual([]);
  });

  it('whose activity has no absolute IRI (xAPI 2.4.4.1)', () => {
    expect(faults({ object: { id: 'course' } })).toEqual(['object.id']);
    expect(faults({ object: {} })).toEqual(['object.id']);
    expect(faults({ object: { objectType: 'StatementRef', id: registration } })).toEqual([]);
    expect(faults({ object: { objectType: 'StatementRef', id: 'course' } })).toEqual(['object.id']);
  });

  it('whose raw score is outside its limits (xAPI 2.4.5.1)', () => {
    const score = (raw: number, min = 0, max = 10) => faults({ result: { score: { raw, min, max } } });
    expect([score(0), score(10)]).toEqual([[], []]);
    expect([score(-1), score(11)]).toEqual([['result.score.raw'], ['result.score.raw']]);
    expect(score(5, 5, 5)).toEqual(['result.score.min']);
  });

  it('that is nested deeper than allowed', () => {
    const nest = (depth: number): unknown => (depth === 0 ? 'x' : { x: nest(depth - 1) });
    const extensions = (depth: number) => ({ context: { extensions: { 'urn:x': nest(depth) } } });
    // The statement, its context and the extensions are three levels.
    expect(depthOf(extensions(2), 99)).toBe(5);
    expect(faults(extensions(maxStatementDepth - 3))).toEqual([]);
    expect(faults(extensions(maxStatementDepth - 2))).toEqual(['body']);
  });

  it('that is longer than allowed', () => {
    const base = JSON.stringify(sent({ result: { response: '' } })).length;
    const withLength = (length: number) => faults({ result: { response: 'x'.repeat(length - base) } });
    expect([withLength(maxStatementLength), withLength(maxStatementLength + 1)]).toEqual([[], ['body']]);
  });

  it.each([
    ['an unknown member', { note: 'x' }],
    ['a scaled score above 1', { result: { score: { scaled: 1.01 } } }],
    ['a number as text', { result: { score: { scaled: '1' } } }],
    ['a verb without a scheme', { verb: { id: 'passed' } }],
    ['a time without offset', { timestamp: '2027-03-01T12:00:00' }],
    ['a duration of words', { result: { duration: '5 minutes' } }],
    ['a mail address as the actor', { actor: { mbox: 'mailto:ann@example.com' } }],
    ['version 1.1', { version: '1.1.0' }],
  ])('with %s (xAPI 2.2)', (_, more) => {
    expect(() => sent(more)).toThrow();
  });
});

it('a statement is about the person and registration of the launch', () => {
  const other = buildAgent('https://lms.example.org', '2');
  const check = (more: object) => () => assertOwnStatement(sent(more), agent, { id: registration });
  expect(check({})).not.toThrow();
  expect(check({ context: { registration } })).not.toThrow();
  expect(check({ actor: other })).toThrow('one person');
  expect(check({ context: { registration: '860e3480-ba55-4991-94b0-01820dbd23a2' } })).toThrow('one course');
});

describe('two statements with one id are the same (xAPI 2.3.1)', () => {
  const owner = { id: registration, personId: 'p', courseId: 'k' };
  const stored = buildStatementItem(owner, sent(), 'course', new Date('2027-03-01T12:00:01Z'));

  it.each([
    ['another display of the verb', { verb: { id: 'http://adlnet.gov/expapi/verbs/passed' } }],
    ['another definition of the activity', { object: { id: 'https://example.com/course' } }],
    ['the same moment in another zone', { timestamp: '2027-03-01T14:00:00+02:00' }],
    ['no timestamp', { timestamp: undefined }],
    ['what the platform sets', { stored: '2020-01-01T00:00:00Z', authority: agent, version: '1.0.0' }],
  ])('with %s', (_, more) => {
    expect(isSameStatement(sent(more), stored)).toBe(true);
  });

  it.each([
    ['another verb', { verb: { id: 'http://adlnet.gov/expapi/verbs/failed' } }],
    ['another activity', { object: { id: 'https://example.com/other' } }],
    ['another moment', { timestamp: '2027-03-01T12:00:01Z' }],
    ['a result', { result: { success: true } }],
    ['a context', { context: { registration } }],
  ])('but not with %s', (_, more) => {
    expect(isSameStatement(sent(more), stored)).toBe(false);
  });

  it('and it is presented with its actor, time and authority', () => {
    expect(stored.content).not.toContain('1625378');
    expect(presentStatement(stored, agent)).toMatchObject({
      ...{ id: stored.id, actor: agent, stored: '2027-03-01T12:00:01.000Z', version: '1.0.0' },
      ...{ authority: { account: agent.account }, timestamp: '2027-03-01T12:00:00Z' },
    });
  });
});
