// The mail that asks a person to confirm that they signed up.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { tooManyRequests } from '../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import {
  renderButton,
  renderHeading,
  renderMailHtml,
  renderParagraphs,
} from '../../../../shared/mail/mail-html.ts';
import { putMail } from '../../../../shared/mail/outbox.ts';
import { countRequestedMail } from '../../../../shared/mail/requested-mails.ts';
import { loadAddress } from '../../../../shared/mail-consent/store.ts';
import { applyLook, renderLook } from '../../../../shared/mail-settings/apply-look.ts';
import { loadMailSettings } from '../../../../shared/mail-settings/mail-settings.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { buildSignUpToken, type SignUp } from './sign-up.ts';

interface Sender {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
}

/**
 * The changes that send the mail. An address that is suppressed gets none, and the caller does not notice.
 * @param lists those that the person asked for
 */
export async function requestConfirmation(
  { tenant, settings }: Sender,
  signUp: SignUp,
  lists: readonly { readonly name: string }[],
  { newId, receivedAt }: { readonly newId: () => string; readonly receivedAt: Date },
): Promise<Change[]> {
  const [address, mailSettings, token] = await Promise.all([
    loadAddress(tenant, signUp.email),
    loadMailSettings(tenant),
    buildSignUpToken(tenant, signUp),
  ]);
  const counted = countRequestedMail(
    tenant,
    { purpose: 'sign-up', address: signUp.email },
    tooManyRequests('There were too many requests to sign up. Try again tomorrow.', 24 * 3600),
    receivedAt,
  );
  if (address.suppressed) return [counted];
  const url = areaUrl('crm', `/api/v1/SignUps/${tenant.code}/Confirmations/${token}`);
  const subject = `Confirm that you would like to get mail from ${settings.name}`;
  const names = lists.map(({ name }) => name).join(', ');
  const request = `You, or someone who typed your address, asked ${settings.name} to send mail to this address: ${names}.`;
  const rest =
    'You get it only after you have confirmed. If you did not ask for it, do nothing: then nothing is stored and no mail follows.';
  const message = {
    html: renderMailHtml({
      subject,
      body: `${renderHeading(subject)}${renderParagraphs(request)}${renderButton('Confirm', url, settings.branding?.color)}${renderParagraphs(rest)}`,
      footer: escapeHtml(settings.name),
    }),
    text: `${request}\n\nConfirm: ${url}\n\n${rest}\n`,
  };
  const look = renderLook(mailSettings, settings);
  const mail = { ...(await applyLook(message, look)), to: signUp.email, subject };
  return [counted, putMail(tenant, newId(), mail, receivedAt)];
}
