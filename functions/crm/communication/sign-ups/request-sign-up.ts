// POST /api/v1/SignUps/{tenantCode}/Requests
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import { type ErrorDetail, notFound, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../shared/http/reply.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { requestSignUp } from './contract.ts';
import { countSignUp } from './limits.ts';
import { requestConfirmation } from './request-mail.ts';
import { isStampValid, loadOpenLists } from './sign-up.ts';

/** The page that sent a request, as its browser says. */
const readOrigin = ({ origin, referer }: Readonly<Record<string, string | undefined>>): string =>
  (referer ?? origin ?? '').slice(0, 300);

export const handler = lambda(requestSignUp, async (context) => {
  const { params, body, platform, receivedAt, request } = context;
  const found = await tenantByCode(platform, params.tenantCode);
  if (!found) throw notFound('tenant', params.tenantCode, 'tenantCode');
  const { tenant } = found;
  const open = await loadOpenLists(tenant);
  const ids = new Set(open.map(({ id }) => id));
  const faults = body.listIds.flatMap((id, index): ErrorDetail[] => {
    const target = `listIds[${index}]`;
    return ids.has(id)
      ? []
      : [{ code: 'UNKNOWN_VALUE', message: `${target} is not a list of the form.`, target }];
  });
  if (!(await isStampValid(tenant, body.stamp, receivedAt)))
    faults.push({
      code: 'NOT_ALLOWED',
      message: 'stamp must be that of a form which was shown a few seconds to a day ago.',
      target: 'stamp',
    });
  throwIfInvalid(faults);
  await countSignUp(tenant, request.address, receivedAt);
  const done = reply(202, { isSent: true as const });
  if (body.website) return done;
  const signUp = {
    ...{ email: body.email, firstName: body.firstName, lastName: body.lastName },
    ...{
      listIds: [...new Set(body.listIds)],
      requestedDate: tenantTime(found.settings, receivedAt).toISOString(),
    },
    origin: readOrigin(request.headers),
  };
  const lists = open.filter(({ id }) => signUp.listIds.includes(id));
  return write(await requestConfirmation(found, signUp, lists, context), done);
});
