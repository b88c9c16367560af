// POST /api/v1/registration/ClassRegistration/{id}/CheckInCode
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { insert } from '../../../../shared/data/changes.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { drawQrSvg } from '../../../../shared/pages/qr-svg.ts';
import { checkInSecretKey } from '../../classes/record/check-in-secret.ts';
import { requireRegistration } from '../transition/store.ts';
import { codeLifetime, createCode, createSecret } from './check-in-code.ts';
import { issueCheckInCode } from './contract.ts';

export const handler = lambda(issueCheckInCode, async ({ params, tenant, caller, now }) => {
  const registration = await requireRegistration(tenant, params.id);
  assertMayActFor(caller, registration.memberId, 'training.registrations.write');
  if (registration.status !== 'Confirmed' && registration.status !== 'Attended')
    throw conflict(
      `The registration is ${registration.status}; a check-in code is issued for one that is Confirmed.`,
    );
  const key = checkInSecretKey(tenant, registration.classId);
  const known = await tenant.get(key, { consistent: true });
  const secret = known ?? createSecret();
  const expiresAt = new Date(Math.floor((now.getTime() + codeLifetime) / 1000) * 1000);
  const code = createCode(tenant, secret, registration.id, expiresAt);
  return write(
    known ? [] : [insert(key, secret)],
    ok({ code, expiresAt: expiresAt.toISOString(), qrCode: await drawQrSvg(code) }),
  );
});
