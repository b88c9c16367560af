// POST /api/v1/Lti/{tenantCode}/Courses/{id}/LineItem/scores

import { conflict, invalid, notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertPersonMayTakePart } from '../../access/acting-people.ts';
import type { ExternalEvidence } from '../../records/training-record/training-record.ts';
import { buildExternalCompletion } from '../record/completion.ts';
import {
  type EnrollmentItem,
  putEnrollment,
  type ToolScore,
  updateEnrollment,
} from '../record/enrollment.ts';
import { isSatisfied, listEvidence } from '../record/move-on.ts';
import { authorizeTool } from './authorize-tool.ts';
import { publishScore, type Score } from './contract.ts';
import { applyScore, scaleScore } from './score.ts';
import { findToolUser } from './user.ts';

/** A score as the evidence of a completion. */
const buildScoreEvidence = (
  { id: registration, terms }: EnrollmentItem,
  score: Score,
  { id, now }: { readonly id: string; readonly now: Date },
): ExternalEvidence => {
  const scaled = scaleScore(score);
  return {
    standard: 'lti',
    statementId: id,
    verb: score.activityProgress,
    ...(scaled !== undefined && {
      score: { scaled, raw: score.scoreGiven ?? undefined, min: 0, max: score.scoreMaximum ?? undefined },
    }),
    timestamp: score.timestamp,
    receivedDate: now.toISOString(),
    activityId: terms.activityId,
    registration,
  };
};

const buildToolScore = (score: Score, now: Date): ToolScore => ({
  timestamp: score.timestamp,
  receivedDate: now.toISOString(),
  scoreGiven: score.scoreGiven ?? undefined,
  scoreMaximum: score.scoreMaximum ?? undefined,
  comment: score.comment ?? undefined,
  activityProgress: score.activityProgress,
  gradingProgress: score.gradingProgress,
});

export const handler = lambda(publishScore, async (context) => {
  const { body: score, newId } = context;
  const tool = await authorizeTool(context, 'score');
  const { tenant, settings, course, external, now } = tool;
  if (typeof score.scoreGiven === 'number' && !score.scoreMaximum)
    throw invalid([
      {
        code: 'REQUIRED_FIELD',
        message: 'scoreMaximum is required with scoreGiven (AGS 2.0, 3.4.5).',
        target: 'scoreMaximum',
      },
    ]);
  const user = await findToolUser(tool, score.userId);
  if (!user) throw notFound('user who opened this course', score.userId, 'userId');
  const { person, enrollment: before } = user;
  assertPersonMayTakePart(person, toLocalDate(settings.timeZone, now), 'userId');
  if (before.scoredAt !== undefined && Date.parse(score.timestamp) <= Date.parse(before.scoredAt))
    throw conflict(
      `The score has the timestamp ${score.timestamp}, but one of ${before.scoredAt} is stored: send a later one (AGS 2.0, 3.4.2).`,
      'timestamp',
    );
  const { moveOn } = before.terms;
  const met = before.granted
    ? before.met
    : applyScore(before, score, buildScoreEvidence(before, score, { id: newId(), now }));
  const completion =
    before.granted === undefined && isSatisfied(moveOn, met)
      ? await buildExternalCompletion(tenant, {
          ...{ enrollment: before, person, course, grantsCredits: external.grantsCredits },
          ...{ evidence: listEvidence(moveOn, met), timeZone: settings.timeZone, now, newId },
        })
      : undefined;
  const after = updateEnrollment(
    before,
    {
      met,
      score: buildToolScore(score, now),
      scoredAt: score.timestamp,
      ...(completion && { granted: completion.granted }),
    },
    now,
  );
  return write([putEnrollment(tenant, before, after), ...(completion?.changes ?? [])], noContent());
});
