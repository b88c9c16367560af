// PUT /api/v1/Settings/Mail

import { invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import {
  lacksPostalAddress,
  loadMailSettings,
  type MailSettings,
  replaceMailSettings,
} from '../../../../shared/mail-settings/mail-settings.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { type MailSettingsInput, updateMailSettings } from './contract.ts';
import { presentMailSettings } from './present.ts';

const buildSettings = (input: MailSettingsInput): MailSettings => ({
  country: input.country ?? 'US',
  ...omitUndefined({
    ...{ postalAddress: input.postalAddress ?? undefined, footer: input.footer ?? undefined },
    ...{ header: input.header ?? undefined, color: input.color ?? undefined },
  }),
  ...(input.showsLogo && { showsLogo: true }),
  ...(input.asksApproval && { asksApproval: true }),
});

export const handler = lambda(updateMailSettings, async (context) => {
  const { tenant, body, now, ifMatch } = context;
  const settings = buildSettings(body);
  if (lacksPostalAddress(settings))
    throw invalid([
      {
        code: 'REQUIRED_FIELD',
        message: `postalAddress is required: a broadcast from ${settings.country} must show one.`,
        target: 'postalAddress',
      },
    ]);
  const before = await loadMailSettings(tenant);
  const { after, change } = replaceMailSettings(tenant, before, settings, now, ifMatch);
  const views = { before: presentMailSettings(before), after: presentMailSettings(after) };
  const audit = auditSettingChange(tenant, { setting: 'Mail', ...views }, context);
  return write([change, audit], ok(views.after, { version: after.version }));
});
