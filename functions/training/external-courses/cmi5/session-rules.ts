// Which statements a cmi5 session accepts (cmi5 sections 7.1.3, 9 and 10; Quartz, 1st edition).
import type { EnrollmentItem, LaunchSession } from '../record/enrollment.ts';
import { verbs } from '../record/statement.ts';
import type { Statement } from '../record/statement-schemas.ts';

export const categories = {
  cmi5: 'https://w3id.org/xapi/cmi5/context/categories/cmi5',
  moveOn: 'https://w3id.org/xapi/cmi5/context/categories/moveon',
} as const;

export const extensions = {
  sessionId: 'https://w3id.org/xapi/cmi5/context/extensions/sessionid',
  masteryScore: 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore',
  launchMode: 'https://w3id.org/xapi/cmi5/context/extensions/launchmode',
  launchUrl: 'https://w3id.org/xapi/cmi5/context/extensions/launchurl',
  moveOn: 'https://w3id.org/xapi/cmi5/context/extensions/moveon',
} as const;

/** How long after it has ended a session accepts statements that were made before, in milliseconds (cmi5 9.3.8). */
export const endGrace = 60_000;

const listIds = (activities: { readonly id: string } | readonly { readonly id: string }[] | undefined) =>
  (Array.isArray(activities) ? activities : activities ? [activities] : []).map(({ id }) => id as string);

/** Whether a statement is "cmi5 defined": then the rules of its verb apply (cmi5 7.1.3). */
export const isDefined = ({ context }: Pick<Statement, 'context'>): boolean =>
  listIds(context?.contextActivities?.category).includes(categories.cmi5);

/** A rule that a statement breaks, with its place in the statement. */
export interface BrokenRule {
  readonly target: string;
  readonly message: string;
}

const broken = (target: string, message: string): BrokenRule => ({ target, message });

type Enrolled = Pick<EnrollmentItem, 'id' | 'terms' | 'met' | 'session' | 'activityId'>;

/** The context that every statement of the session has (cmi5 9.6). */
function findContextFault({ context }: Statement, { id, terms, session }: Enrolled): BrokenRule | undefined {
  if (context?.registration !== id)
    return broken('context.registration', 'context.registration must be that of the launch (cmi5 9.6.1).');
  if (context.extensions?.[extensions.sessionId] !== session.id)
    return broken(
      'context.extensions',
      'context.extensions must have the session id of the launch data (cmi5 9.6.3.1).',
    );
  if (!listIds(context.contextActivities?.grouping).includes(terms.activityId))
    return broken(
      'context.contextActivities.grouping',
      `contextActivities.grouping must have ${terms.activityId}, as the context template does (cmi5 9.6.2.3).`,
    );
  return undefined;
}

/** Whether a session that has ended still takes the statement: it was made before, and comes soon after. */
const isLate = ({ timestamp }: Statement, { terminated }: LaunchSession, now: Date): boolean =>
  terminated !== undefined &&
  (now.getTime() > Date.parse(terminated.received) + endGrace ||
    timestamp === undefined ||
    Date.parse(timestamp) > Date.parse(terminated.at));

const once: readonly string[] = [
  verbs.initialized,
  verbs.completed,
  verbs.passed,
  verbs.failed,
  verbs.terminated,
];
const judged: readonly string[] = [verbs.passed, verbs.failed];

/** The order of the verbs of a session and a registration (cmi5 9.3). */
function findOrderFault({ verb: { id } }: Statement, { session, met }: Enrolled): BrokenRule | undefined {
  const at = (message: string) => broken('verb.id', message);
  if (!once.includes(id))
    return at(`A cmi5 defined statement of a course has one of the verbs ${once.join(', ')} (cmi5 9.3).`);
  if (session.verbs.includes(id)) return at('The session has a statement with this verb already (cmi5 9.3).');
  if (session.launchMode !== 'Normal' && id !== verbs.initialized && id !== verbs.terminated)
    return at(`In ${session.launchMode} mode only initialized and terminated are sent (cmi5 10.2.2).`);
  if (judged.includes(id) && session.verbs.some((verb) => judged.includes(verb)))
    return at('A session has one statement with passed or failed (cmi5 9.3).');
  if (id === verbs.completed && met.completed)
    return at('The registration has a statement with completed already (cmi5 9.3).');
  if (judged.includes(id) && met.passed) return at('The registration is passed already (cmi5 9.3).');
  return undefined;
}

/** What the result of a verb has (cmi5 9.3.4, 9.3.5, 9.5). */
function findResultFault(
  { verb: { id }, result, context }: Statement,
  { terms: { masteryScore } }: Enrolled,
): BrokenRule | undefined {
  const at = (name: string, message: string) => broken(`result.${name}`, message);
  const success = judged.includes(id) ? id === verbs.passed : undefined;
  if (result?.success !== success)
    return at('success', `success must be ${success ?? 'absent'} with this verb (cmi5 9.5.2).`);
  const completion = id === verbs.completed ? true : undefined;
  if (result?.completion !== completion)
    return at('completion', `completion must be ${completion ?? 'absent'} with this verb (cmi5 9.5.3).`);
  if (id !== verbs.initialized && result?.duration === undefined)
    return at('duration', 'duration is required with this verb (cmi5 9.5.4.1).');
  const hasOutcome = success !== undefined || completion !== undefined;
  if (listIds(context?.contextActivities?.category).includes(categories.moveOn) !== hasOutcome)
    return broken(
      'context.contextActivities.category',
      `The category ${categories.moveOn} must be ${hasOutcome ? 'present' : 'absent'} with this verb (cmi5 9.6.2.2).`,
    );
  const { score } = result ?? {};
  if (!score) return undefined;
  if (success === undefined) return at('score', 'A score is sent with passed and failed only (cmi5 9.5.1).');
  const { scaled, raw, min, max } = score;
  if (raw !== undefined && (min === undefined || max === undefined))
    return at('score', 'A raw score needs min and max (cmi5 9.5.1).');
  if (scaled === undefined) return undefined;
  if (scaled < 0) return at('score.scaled', 'scaled must be between 0 and 1 (cmi5 9.5.1).');
  if (masteryScore !== undefined && scaled >= masteryScore !== success)
    return at(
      'score.scaled',
      `The score to pass is ${masteryScore}: with ${scaled} the course is ${success ? 'not passed' : 'passed'} (cmi5 9.3.4, 9.3.5).`,
    );
  return undefined;
}

/** The rule that a statement of the course breaks; undefined where it is accepted. */
export function findBrokenRule(statement: Statement, enrolled: Enrolled, now: Date): BrokenRule | undefined {
  const { session, activityId } = enrolled;
  const context = findContextFault(statement, enrolled);
  if (context) return context;
  if (isLate(statement, session, now))
    return broken('verb.id', 'The session has ended with its terminated statement (cmi5 7.1.2).');
  const isFirst = session.verbs.length === 0;
  if (isFirst && !(isDefined(statement) && statement.verb.id === verbs.initialized))
    return broken('verb.id', 'The first statement of a session has the verb initialized (cmi5 7.1.1).');
  // What is only allowed has no further rules.
  if (!isDefined(statement)) return undefined;
  if (statement.object.id !== activityId)
    return broken('object.id', `object.id must be the activityId of the launch, ${activityId} (cmi5 9.4).`);
  return findOrderFault(statement, enrolled) ?? findResultFault(statement, enrolled);
}
