// PUT /api/v1/Settings/Certification
import { defaultRoles } from '../../../../shared/auth/permissions/permissions.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { loadCurrentSettings, writeSettings } from '../store.ts';
import { applyCertificationInput, presentCertificationSettings } from './certification-settings.ts';
import { updateCertificationSettings } from './contract.ts';

export const handler = lambda(updateCertificationSettings, async (context) => {
  const { tenant, body } = context;
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
  return writeSettings(context, {
    setting: 'Certification',
    before,
    after,
    present: presentCertificationSettings,
  });
});
