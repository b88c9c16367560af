// GET /api/v1/Lti/{tenantCode}/Courses/{id}/LineItem/results
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { type EnrollmentItem, scoredEnrollments } from '../record/enrollment.ts';
import { type AuthorizedTool, authorizeTool } from './authorize-tool.ts';
import { listResults } from './contract.ts';
import { findToolUser } from './user.ts';

/** A score as the result of its person (AGS 2.0, 3.3.1). */
const presentResult = ({ course, addresses }: AuthorizedTool, { personId, score }: EnrollmentItem) => ({
  id: `${addresses.lineItem(course.id)}/results/${personId}`,
  scoreOf: addresses.lineItem(course.id),
  userId: personId,
  ...(score?.scoreGiven !== undefined && {
    resultScore: score.scoreGiven,
    resultMaximum: score.scoreMaximum,
  }),
  ...(score?.comment !== undefined && { comment: score.comment }),
});

const headers = { 'Content-Type': 'application/vnd.ims.lis.v2.resultcontainer+json' };

export const handler = lambda(listResults, async (context) => {
  const tool = await authorizeTool(context, 'result');
  const { user_id: userId, limit = 100, after } = context.query;
  if (userId !== undefined) {
    const user = await findToolUser(tool, userId);
    return ok(user?.enrollment.score ? [presentResult(tool, user.enrollment)] : [], { headers });
  }
  const { tenant, course, clientId, addresses } = tool;
  const { items, next } = await tenant.query(scoredEnrollments(tenant, course.id), {
    limit,
    // Behind the registration that ended the page before.
    ...(after !== undefined && { from: `${after}~` }),
  });
  const last = items.at(-1);
  return ok(
    items.filter(({ terms }) => terms.clientId === clientId).map((item) => presentResult(tool, item)),
    {
      headers: {
        ...headers,
        ...(next &&
          last && {
            Link: `<${addresses.lineItem(course.id)}/results?limit=${limit}&after=${last.id}>; rel="next"`,
          }),
      },
    },
  );
});
