// GET /api/v1/SignIns/Export
import { signIns } from '../../../shared/auth/throttles/sign-in-log.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { file } from '../../../shared/http/reply.ts';
import { buildPageRange, presentPage } from '../lists/list.ts';
import { exportSignIns } from './contract.ts';
import { writeSignInCsv } from './present.ts';

export const handler = lambda(exportSignIns, async ({ query, tenant, url }) => {
  const log = signIns(tenant);
  const range = buildPageRange(query, 1, ([id = '']) => ({ pk: log.name, sk: id }));
  const page = await tenant.query(log, { ...range, backward: true });
  const { nextCursor } = presentPage(
    page,
    ({ id }) => id,
    (last) => [last.id],
  );
  const next = nextCursor && new URLSearchParams({ pageSize: String(query.pageSize), cursor: nextCursor });
  return file(writeSignInCsv(page.items), {
    contentType: 'text/csv; charset=utf-8',
    fileName: 'sign-ins.csv',
    ...(next && { headers: { Link: `<${url(exportSignIns.path)}?${next}>; rel="next"` } }),
  });
});
