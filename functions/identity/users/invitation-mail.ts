// The mail that invites a user to choose a password.
import type { Mail } from '../../../shared/mail/outbox.ts';
import { invitationLifetime } from './user.ts';

/** The invitation to a tenant; `acceptUrl` is where the token is sent. */
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
      'If you did not expect this mail, you can ignore it.',
      '',
    ].join('\n'),
  };
}

/** A name becomes part of a mail header, which must be one line. */
const toSingleLine = (text: string) => text.replace(/\s+/g, ' ').trim();
