// The mail that invites a user to choose a password.
import type { Mail } from '../../../shared/mail/outbox.ts';
import { invitationLifetime } from './user.ts';

/** The mail to `to`, for the user of this name, into the tenant of this name. `acceptUrl` takes the token. */
export function buildInvitationMail(invitation: {
  readonly to: string;
  readonly userName: string;
  readonly tenantName: string;
  readonly token: string;
  readonly acceptUrl: string;
}): Mail {
  const { to, userName, tenantName, token, acceptUrl } = invitation;
  return {
    to,
    subject: `Your invitation to ${toSingleLine(tenantName)}`,
    text: [
      `You are invited to ${toSingleLine(tenantName)}. Your user name is ${userName}.`,
      '',
      `Choose a password with this code, within ${invitationLifetime / 86_400} days; it works once:`,
      '',
      `  ${token}`,
      '',
      `The code and the password go to ${acceptUrl} (JSON: token, password), or into the page your administrator names.`,
      '',
      'If you did not expect this mail, you need do nothing.',
      '',
    ].join('\n'),
  };
}

/** A name goes into a header: no line may begin inside of it. */
const toSingleLine = (text: string) => text.replace(/\s+/g, ' ').trim();
