// PUT /api/v1/Settings/Certification
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { applyCertificationInput, presentCertificationSettings } from './change.ts';
import { updateCertificationSettings } from './contract.ts';
import { loadCurrentSettings, replaceSettings } from './store.ts';

export const handler = lambda(updateCertificationSettings, async ({ tenant, body, ifMatch, ...context }) => {
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
