// PUT /api/v1/Settings/Certification
import { defaultRoles } from '../../../../shared/auth/permissions.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { applyCertificationInput, presentCertificationSettings } from './change.ts';
import { updateCertificationSettings } from './contract.ts';
import { loadCurrentSettings, replaceSettings } from './store.ts';

export const handler = lambda(updateCertificationSettings, async ({ tenant, body, ifMatch, ...context }) => {
  const roles = { ...defaultRoles, ...context.settings.roles };
  const { officeRole } = body;
  if (officeRole && !Object.hasOwn(roles, officeRole))
    throwIfInvalid([
      {
        code: 'UNKNOWN_VALUE',
        message: `officeRole must be a role of the tenant: ${Object.keys(roles).join(', ')}; but was ${officeRole}.`,
        target: 'officeRole',
      },
    ]);
  const before = await loadCurrentSettings(tenant);
  const after = applyCertificationInput(before, body, context.now);
  const change = {
    setting: 'Certification',
    before: presentCertificationSettings(before),
    after: presentCertificationSettings(after),
  } as const;
  return write(
    [replaceSettings(tenant, before, after, ifMatch), auditSettingChange(tenant, change, context)],
    ok(presentCertificationSettings(after), { version: after.version }),
  );
});
