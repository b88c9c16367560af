// The settings of mail in the interface's form.
import type { MailSettings } from '../../../../shared/mail-settings/mail-settings.ts';

export const presentMailSettings = (settings: MailSettings) => ({
  ...{ country: settings.country, postalAddress: settings.postalAddress ?? null },
  ...{ footer: settings.footer ?? null, header: settings.header ?? null },
  ...{ showsLogo: settings.showsLogo ?? false, asksApproval: settings.asksApproval ?? false },
  color: settings.color ?? null,
});
