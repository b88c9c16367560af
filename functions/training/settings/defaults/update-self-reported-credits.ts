// PUT /api/v1/Settings/SelfReportedCredits
import { defaultRoles } from '../../../../shared/auth/permissions.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadTypes } from '../types/store.ts';
import { updateSelfReportedCredits } from './contract.ts';
import {
  applySelfReportedInput,
  presentSelfReportedSettings,
  validateSelfReported,
} from './self-reported.ts';
import { loadCurrentSettings, replaceSettings } from './store.ts';

export const handler = lambda(updateSelfReportedCredits, async ({ tenant, body, ifMatch, ...context }) => {
  const sentIds = [
    ...(body.excludedTypes ?? []),
    ...(body.limits ?? []).map(({ creditTypeId }) => creditTypeId),
  ];
  const [before, types] = await Promise.all([
    loadCurrentSettings(tenant),
    loadTypes(
      tenant,
      sentIds.map((id) => ({ kind: 'creditType', id })),
    ),
  ]);
  throwIfInvalid(validateSelfReported(body, types, { ...defaultRoles, ...context.settings.roles }));
  const after = applySelfReportedInput(before, body, context.now);
  const change = {
    setting: 'SelfReportedCredits',
    before: presentSelfReportedSettings(before),
    after: presentSelfReportedSettings(after),
  } as const;
  return write(
    [replaceSettings(tenant, before, after, ifMatch), auditSettingChange(tenant, change, context)],
    ok(presentSelfReportedSettings(after), { version: after.version }),
  );
});
