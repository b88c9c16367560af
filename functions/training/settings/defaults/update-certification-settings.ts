// PUT /api/v1/Settings/Certification
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { audited } from '../../../../shared/settings/audit.ts';
import { presentCertificationSettings, applyCertificationInput } from './change.ts';
import { updateCertificationSettings } from './contract.ts';
import { settingsAsWritten, settingsReplacement } from './store.ts';

export const handler = lambda(updateCertificationSettings, async ({ tenant, body, ifMatch, ...context }) => {
  const before = await settingsAsWritten(tenant);
  const after = applyCertificationInput(before, body, context.now);
  const change = {
    setting: 'Certification',
    before: presentCertificationSettings(before),
    after: presentCertificationSettings(after),
  } as const;
  return write(
    [settingsReplacement(tenant, before, after, ifMatch), audited(tenant, change, context)],
    ok(presentCertificationSettings(after), { version: after.version }),
  );
});
