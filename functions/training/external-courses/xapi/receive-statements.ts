// Receives statements of a course: each is stored once, and what completes the course is recorded in the same transaction.
import { type Change, insert, update } from '../../../../shared/data/changes.ts';
import { conflict, type ErrorDetail, Failure, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import type { ExternalEvidence } from '../../records/training-record/training-record.ts';
import { buildPlatformStatement } from '../cmi5/launch-data.ts';
import { findBrokenRule, isDefined } from '../cmi5/session-rules.ts';
import type { AuthorizedLaunch } from '../record/authorize.ts';
import { buildExternalCompletion, buildExternalVoid } from '../record/completion.ts';
import {
  type EnrollmentItem,
  listStatementHeads,
  putEnrollment,
  type StatementItem,
  statementKey,
  updateEnrollment,
} from '../record/enrollment.ts';
import { buildEvidence, findCriterion, isSatisfied, listEvidence } from '../record/move-on.ts';
import {
  assertOwnStatement,
  buildStatementItem,
  findStatementFaults,
  isSameStatement,
  verbs,
} from '../record/statement.ts';
import type { Statement } from '../record/statement-schemas.ts';

/** How many statements are stored of one registration. */
export const maxStatements = 2_000;

type Identified = Statement & { readonly id: string };

/** Which of the statements are new. @throws Failure 409 for another statement with the id of a stored one */
function selectNew(statements: readonly Identified[], stored: readonly (StatementItem | undefined)[]) {
  return statements.filter((statement, index) => {
    const known = stored[index];
    if (known && (known.by === 'platform' || !isSameStatement(statement, known)))
      throw conflict(
        `Another statement with the id ${statement.id} is stored; statements never change (xAPI 2.3.1).`,
        'id',
      );
    return known === undefined;
  });
}

/** @throws Failure 400 for two statements with one id */
function assertDistinct(statements: readonly Identified[]): void {
  const repeated = statements.flatMap(({ id }, index): ErrorDetail[] =>
    statements.findIndex((other) => other.id === id) < index
      ? [
          {
            code: 'NOT_ALLOWED',
            message: 'Two statements of the request have one id (xAPI 2.1.2).',
            target: `[${index}].id`,
          },
        ]
      : [],
  );
  throwIfInvalid(repeated);
}

/** What a statement changes in the enrollment. */
function applyStatement(
  launch: AuthorizedLaunch,
  enrollment: EnrollmentItem,
  statement: Identified,
  item: StatementItem,
  target: string,
): Partial<EnrollmentItem> {
  const { terms, session, met, activityId } = enrollment;
  const isCmi5 = terms.standard === 'cmi5';
  const rule = isCmi5 ? findBrokenRule(statement, enrollment, launch.now) : undefined;
  if (rule)
    throwIfInvalid([
      { code: 'NOT_ALLOWED', message: rule.message, target: [target, rule.target].filter(Boolean).join('.') },
    ]);
  if (isCmi5 && !isDefined(statement)) return {};
  const verb = statement.verb.id;
  const criterion =
    statement.object.id === activityId ? findCriterion(statement, terms.masteryScore) : undefined;
  const isEnd = isCmi5 && verb === verbs.terminated;
  return {
    session: {
      ...session,
      ...(isCmi5 && { verbs: [...session.verbs, verb] }),
      ...(isEnd && { terminated: { at: item.timestamp, received: item.storedDate } }),
    },
    ...(criterion &&
      met[criterion] === undefined && {
        met: { ...met, [criterion]: buildEvidence(enrollment, item, statement.result) },
      }),
  };
}

/** The statement that a voiding statement names; undefined for any other statement. */
const findVoided = ({ verb, object }: Statement): string | undefined =>
  verb.id === verbs.voided && object.objectType === 'StatementRef' ? object.id?.toLowerCase() : undefined;

/** How many stored statements of one verb are read at once. */
const statementsPerRead = 25;

/** The earliest stored statement that meets a criterion, without those that are voided. */
async function findOtherEvidence(
  { tenant }: AuthorizedLaunch,
  enrollment: EnrollmentItem,
  criterion: keyof EnrollmentItem['met'],
  voided: ReadonlySet<string>,
): Promise<ExternalEvidence | undefined> {
  const { activityId, terms } = enrollment;
  const heads = (await listStatementHeads(tenant, enrollment))
    .filter(
      ({ id, by, verb, voidedBy }) =>
        by === 'course' && verb === verbs[criterion] && !voidedBy && !voided.has(id),
    )
    .sort((a, b) => compareTexts(a.storedDate, b.storedDate));
  for (let from = 0; from < heads.length; from += statementsPerRead) {
    const keys = heads
      .slice(from, from + statementsPerRead)
      .map(({ id }) => statementKey(tenant, enrollment, id));
    for (const item of await tenant.getMany(keys, { consistent: true })) {
      if (!item) continue;
      const statement: Statement = JSON.parse(item.content);
      if (statement.object.id === activityId && findCriterion(statement, terms.masteryScore) === criterion)
        return buildEvidence(enrollment, item, statement.result);
    }
  }
  return undefined;
}

/** What still counts once statements are voided: another statement that meets the same criterion takes the place of one. */
async function keepMet(
  launch: AuthorizedLaunch,
  enrollment: EnrollmentItem,
  voided: ReadonlySet<string>,
): Promise<EnrollmentItem['met']> {
  const keep = async (criterion: keyof EnrollmentItem['met']): Promise<EnrollmentItem['met']> => {
    const evidence = enrollment.met[criterion];
    const kept =
      evidence && voided.has(evidence.statementId)
        ? await findOtherEvidence(launch, enrollment, criterion, voided)
        : evidence;
    return kept ? { [criterion]: kept } : {};
  };
  return { ...(await keep('completed')), ...(await keep('passed')) };
}

/**
 * Voids statements that a course without a profile takes back (xAPI 2.3.2). A course of cmi5 has no permission to (cmi5 6.3).
 * @throws Failure 403; 400 for a statement that is not stored, or is itself a voiding one
 */
async function applyVoids(
  launch: AuthorizedLaunch,
  enrollment: EnrollmentItem,
  added: readonly Identified[],
) {
  const voids = added.flatMap((statement) => {
    const target = findVoided(statement);
    return target === undefined ? [] : [{ id: statement.id, target }];
  });
  if (voids.length === 0) return { enrollment, changes: [] as Change[] };
  if (enrollment.terms.standard === 'cmi5')
    throw new Failure(
      'PERMISSION_DENIED',
      'A cmi5 course must not void statements (cmi5 6.3); the office voids the completion.',
    );
  const found = await launch.tenant.getMany(
    voids.map(({ target }) => statementKey(launch.tenant, enrollment, target)),
    { consistent: true },
  );
  const changes = voids.flatMap(({ id, target }, index): Change[] => {
    const item = found[index];
    if (!item || item.verb === verbs.voided || item.by === 'platform')
      throw new Failure(
        'VALIDATION_ERROR',
        `There is no statement ${target} of this registration that can be voided; send it in a request before.`,
        { target: 'object.id' },
      );
    return item.voidedBy === undefined
      ? [update(statementKey(launch.tenant, enrollment, target), { set: { voidedBy: id } })]
      : [];
  });
  const met = await keepMet(launch, enrollment, new Set(voids.map(({ target }) => target)));
  return { enrollment: { ...enrollment, met }, changes };
}

/** The changes of a completion that the statements bring about, or take back. */
async function settle(launch: AuthorizedLaunch, enrollment: EnrollmentItem, newId: () => string) {
  const { tenant, settings, person, course, external, addresses, agent, now } = launch;
  const { moveOn } = enrollment.terms;
  const isMet = isSatisfied(moveOn, enrollment.met);
  const { timeZone } = settings;
  if (isMet === (enrollment.granted !== undefined)) return { changes: [], granted: enrollment.granted };
  if (!isMet)
    return {
      changes: await buildExternalVoid(tenant, enrollment, {
        ...{ reason: 'The course elsewhere voided its statement.', timeZone, now },
      }),
      granted: undefined,
    };
  const { changes, granted } = await buildExternalCompletion(tenant, {
    ...{ enrollment, person, course, grantsCredits: external.grantsCredits, timeZone, now, newId },
    evidence: listEvidence(moveOn, enrollment.met),
  });
  if (enrollment.terms.standard !== 'cmi5') return { changes, granted };
  const satisfied = buildPlatformStatement('satisfied', enrollment, {
    ...{ id: newId(), actor: agent, objectId: addresses.course(enrollment.courseId), now },
  });
  return {
    changes: [
      ...changes,
      insert(
        statementKey(tenant, enrollment, satisfied.id),
        buildStatementItem(enrollment, satisfied, 'platform', now),
      ),
    ],
    granted,
  };
}

/**
 * Stores statements of a launch, in their order: all of them, or none. One that is stored already changes nothing.
 * @returns their ids, and the writes
 * @throws Failure 400, 403, 409; 413 where the registration has too many
 */
export async function receiveStatements(
  launch: AuthorizedLaunch,
  sent: readonly Statement[],
  newId: () => string,
  isList: boolean,
): Promise<{ readonly ids: readonly string[]; readonly changes: readonly Change[] }> {
  const { tenant, enrollment: before, agent, now } = launch;
  const nameTarget = (index: number): string => (isList ? `[${index}]` : '');
  throwIfInvalid(sent.flatMap((statement, index) => findStatementFaults(statement, nameTarget(index))));
  for (const statement of sent) assertOwnStatement(statement, agent, before);
  const statements = sent.map((statement): Identified => ({ ...statement, id: statement.id ?? newId() }));
  assertDistinct(statements);
  const ids = statements.map(({ id }) => id);
  const stored = await tenant.getMany(
    ids.map((id) => statementKey(tenant, before, id)),
    { consistent: true },
  );
  const added = selectNew(statements, stored);
  if (added.length === 0) return { ids, changes: [] };
  if (before.statements + added.length > maxStatements)
    throw new Failure(
      'PAYLOAD_TOO_LARGE',
      `A registration has ${maxStatements} statements at most; launch the course again to continue.`,
    );
  const voiding = await applyVoids(launch, before, added);
  let { enrollment } = voiding;
  const items = added.map((statement) => {
    const item = buildStatementItem(before, statement, 'course', now);
    const target = nameTarget(statements.indexOf(statement));
    enrollment = { ...enrollment, ...applyStatement(launch, enrollment, statement, item, target) };
    return item;
  });
  const { changes, granted } = await settle(launch, enrollment, newId);
  const after = updateEnrollment(
    { ...enrollment, granted },
    { statements: before.statements + added.length },
    now,
  );
  return {
    ids,
    changes: [
      putEnrollment(tenant, before, after),
      ...items.map((item) => insert(statementKey(tenant, before, item.id), item)),
      ...voiding.changes,
      ...changes,
    ],
  };
}
