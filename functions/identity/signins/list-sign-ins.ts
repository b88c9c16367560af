// GET /api/v1/SignIns
import { signIns } from '../../../shared/auth/sign-in-log.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageRange, encodeCursor } from '../list.ts';
import { listSignIns } from './contract.ts';

export const handler = lambda(listSignIns, async ({ query, tenant }) => {
  const log = signIns(tenant);
  const page = buildPageRange(query, 1, ([id = '']) => ({ pk: log.name, sk: id }));
  const { items, next } = await tenant.query(log, { ...page, backward: true });
  const last = items.at(-1);
  return ok({
    items: items.map(({ id, createdDate, step, outcome, kind, subjectId, name, address, userAgent }) => ({
      id,
      createdDate,
      step,
      outcome,
      kind,
      ...(subjectId !== undefined && { subjectId }),
      ...(name !== undefined && { name }),
      address,
      ...(userAgent !== undefined && { userAgent }),
    })),
    ...(next && last && { nextCursor: encodeCursor([last.id]) }),
  });
});
