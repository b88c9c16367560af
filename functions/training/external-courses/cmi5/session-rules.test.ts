// Which statements a cmi5 session accepts (cmi5, Quartz, sections 7.1.3, 9 and 10).
import { describe, expect, it } from 'vitest';
import type { EnrollmentItem, LaunchSession } from '../record/enrollment.ts';
import { verbs } from '../record/statement.ts';
import type { Statement } from '../record/statement-schemas.ts';
import { categories, endGrace, extensions, findBrokenRule } from './session-rules.ts';

const now = new Date('2027-03-01T12:00:00.000Z');
const id = '760e3480-ba55-4991-94b0-01820dbd23a2';
const unit = 'https://lms.example.org/au';
const publisherId = 'https://example.com/au/1';
type Enrolled = Pick<EnrollmentItem, 'id' | 'terms' | 'met' | 'session' | 'activityId'>;
const session: LaunchSession = {
  id: 's1',
  launchMode: 'Normal',
  launchedDate: now.toISOString(),
  expiresDate: '2027-03-02T00:00:00.000Z',
  verbs: [verbs.initialized],
};
const enrolled = (more: Partial<Enrolled> = {}): Enrolled => ({
  ...{ id, activityId: unit, met: {}, session },
  terms: {
    ...{ standard: 'cmi5', activityId: publisherId, launchUrl: 'https://example.com/' },
    ...{ moveOn: 'Passed', masteryScore: 0.8, launchMethod: 'AnyWindow' },
  },
  ...more,
});

interface Sent {
  readonly verb?: keyof typeof verbs;
  readonly result?: object | undefined;
  readonly category?: readonly string[];
  readonly context?: object;
  readonly more?: object;
}
const outcome = [categories.cmi5, categories.moveOn];
const send = ({ verb = 'passed', result, category = outcome, context, more }: Sent = {}) =>
  ({
    actor: {},
    verb: { id: verbs[verb] },
    object: { id: unit },
    ...(result && { result }),
    context: {
      registration: id,
      contextActivities: { grouping: [{ id: publisherId }], category: category.map((one) => ({ id: one })) },
      extensions: { [extensions.sessionId]: 's1' },
      ...context,
    },
    timestamp: now.toISOString(),
    ...more,
  }) as unknown as Statement;
const duration = 'PT10M';
const accepted = {
  initialized: send({ verb: 'initialized', category: [categories.cmi5] }),
  completed: send({ verb: 'completed', result: { completion: true, duration } }),
  passed: send({ verb: 'passed', result: { success: true, duration, score: { scaled: 0.8 } } }),
  failed: send({ verb: 'failed', result: { success: false, duration, score: { scaled: 0.79 } } }),
  terminated: send({ verb: 'terminated', category: [categories.cmi5], result: { duration } }),
};
const findTarget = (statement: Statement, more: Partial<Enrolled> = {}, at = now) =>
  findBrokenRule(statement, enrolled(more), at)?.target;

it('the verbs of a session are accepted', () => {
  expect(findTarget(accepted.initialized, { session: { ...session, verbs: [] } })).toBeUndefined();
  for (const verb of ['completed', 'passed', 'failed', 'terminated'] as const)
    expect(findTarget(accepted[verb]), verb).toBeUndefined();
});

describe('the context (9.6)', () => {
  it.each([
    [
      'another registration',
      { registration: '860e3480-ba55-4991-94b0-01820dbd23a2' },
      'context.registration',
    ],
    ['no registration', { registration: undefined }, 'context.registration'],
    ['another session', { extensions: { [extensions.sessionId]: 's2' } }, 'context.extensions'],
    ['no publisher id', { contextActivities: {} }, 'context.contextActivities.grouping'],
  ])('with %s is refused', (_, context, target) => {
    expect(findTarget(send({ context }))).toBe(target);
  });
});

describe('the order (7.1, 9.3)', () => {
  it('the first statement is initialized, also before those that are only allowed', () => {
    const begin = { session: { ...session, verbs: [] } };
    expect(findTarget(accepted.passed, begin)).toBe('verb.id');
    expect(findTarget(send({ verb: 'initialized', category: [] }), begin)).toBe('verb.id');
  });

  it('a verb is used once in a session, and passed or failed once together', () => {
    const with_ = (...more: string[]) => ({ session: { ...session, verbs: [verbs.initialized, ...more] } });
    expect(findTarget(accepted.initialized, with_())).toBe('verb.id');
    expect(findTarget(accepted.completed, with_(verbs.completed))).toBe('verb.id');
    expect(findTarget(accepted.passed, with_(verbs.failed))).toBe('verb.id');
    expect(findTarget(accepted.failed, with_(verbs.passed))).toBe('verb.id');
    expect(findTarget(accepted.passed, with_(verbs.completed))).toBeUndefined();
  });

  it('a registration is completed and passed once, and not failed after that; failed before is no obstacle', () => {
    expect(findTarget(accepted.completed, { met: { completed: {} as never } })).toBe('verb.id');
    expect(findTarget(accepted.passed, { met: { passed: {} as never } })).toBe('verb.id');
    expect(findTarget(accepted.failed, { met: { passed: {} as never } })).toBe('verb.id');
    expect(findTarget(accepted.passed, { met: { completed: {} as never } })).toBeUndefined();
  });

  it('a cmi5 defined statement has no verb that only the platform uses', () => {
    for (const verb of ['satisfied', 'abandoned', 'launched'] as const)
      expect(findTarget(send({ verb, category: [categories.cmi5] }))).toBe('verb.id');
  });

  it('in Review mode only initialized and terminated are sent (10.2.2)', () => {
    const review = { session: { ...session, launchMode: 'Review' as const } };
    expect(findTarget(accepted.terminated, review)).toBeUndefined();
    expect(findTarget(accepted.completed, review)).toBe('verb.id');
  });

  it('after terminated only statements from before are accepted, and only for a while (9.3.8)', () => {
    const terminated = { at: now.toISOString(), received: now.toISOString() };
    const ended = { session: { ...session, terminated } };
    const made = (timestamp: string | undefined) =>
      send({ result: { success: true, duration }, more: { timestamp } });
    const end = now.getTime() + endGrace;
    expect(findTarget(made(now.toISOString()), ended, new Date(end))).toBeUndefined();
    expect(findTarget(made(now.toISOString()), ended, new Date(end + 1))).toBe('verb.id');
    expect(findTarget(made('2027-03-01T12:00:00.001Z'), ended)).toBe('verb.id');
    expect(findTarget(made(undefined), ended)).toBe('verb.id');
  });
});

it('a statement that is only allowed may have any verb, object and result (7.1.3)', () => {
  const allowed = send({ verb: 'satisfied', category: [], more: { object: { id: 'urn:question:1' } } });
  expect(findTarget(allowed)).toBeUndefined();
});

it('the object is the activity of the launch (9.4)', () => {
  const other = { object: { id: publisherId } };
  expect(findTarget(send({ result: { success: true, duration }, more: other }))).toBe('object.id');
});

describe('the result (9.5)', () => {
  const judged = (more: object) => send({ result: { success: true, duration, ...more } });
  it.each([
    ['passed without success', send({ result: { duration } }), 'result.success'],
    ['passed with success false', judged({ success: false }), 'result.success'],
    ['passed with completion', judged({ completion: true }), 'result.completion'],
    ['passed without duration', send({ result: { success: true } }), 'result.duration'],
    ['passed with a raw score alone', judged({ score: { raw: 5 } }), 'result.score'],
    ['passed with a negative score', judged({ score: { scaled: -0.1 } }), 'result.score.scaled'],
    ['passed below the mastery score', judged({ score: { scaled: 0.79 } }), 'result.score.scaled'],
    [
      'failed from the mastery score on',
      send({ verb: 'failed', result: { success: false, duration, score: { scaled: 0.8 } } }),
      'result.score.scaled',
    ],
    ['completed without completion', send({ verb: 'completed', result: { duration } }), 'result.completion'],
    [
      'completed with a score',
      send({ verb: 'completed', result: { completion: true, duration, score: { scaled: 1 } } }),
      'result.score',
    ],
    [
      'terminated without duration',
      send({ verb: 'terminated', category: [categories.cmi5] }),
      'result.duration',
    ],
  ])('%s is refused', (_, statement, target) => {
    expect(findTarget(statement)).toBe(target);
  });

  it('an outcome has the category of moveOn, and nothing else has it (9.6.2.2)', () => {
    const target = 'context.contextActivities.category';
    const result = { success: true, duration };
    expect(findTarget(send({ result, category: [categories.cmi5] }))).toBe(target);
    expect(findTarget(send({ verb: 'terminated', category: outcome, result: { duration } }))).toBe(target);
  });
});
