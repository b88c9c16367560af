// PUT /api/v1/Settings/SelfReportedCredits
import { defaultRoles } from '../../../../shared/auth/permissions/permissions.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { loadCurrentSettings, writeSettings } from '../store.ts';
import { loadTypes } from '../types/store.ts';
import { updateSelfReportedCredits } from './contract.ts';
import {
  applySelfReportedInput,
  presentSelfReportedSettings,
  validateSelfReported,
} from './self-reported-credits.ts';

export const handler = lambda(updateSelfReportedCredits, async (context) => {
  const { tenant, body } = context;
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
  return writeSettings(context, {
    ...{ setting: 'SelfReportedCredits', before, after, present: presentSelfReportedSettings },
  });
});
