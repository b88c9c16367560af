// Replies of mail servers (RFC 5321 4.2.3; RFC 3463 3; Postfix "smtpd_recipient_restrictions"; Google, "Gmail SMTP errors and codes").
import { expect, it } from 'vitest';
import { isAddressRefused } from './refused-address.ts';

const reply = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error(response), { responseCode: Number(response.slice(0, 3)), response, command });

it('a server that does not know the mailbox refuses the address', () => {
  for (const text of [
    '550 No such mailbox',
    '550 5.1.1 The email account that you tried to reach does not exist.',
    '550-5.1.1 The email account that you tried to reach does not exist.',
    '550 5.2.1 The email account that you tried to reach is inactive.',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found',
  ])
    expect(isAddressRefused(reply(text)), text).toBe(true);
  expect(isAddressRefused(reply('550 No such mailbox', 'DATA'))).toBe(true);
});

it('a server that refuses the sender, the mail, or for now, says nothing about the address', () => {
  for (const text of [
    '550 5.7.1 Message rejected as spam',
    '550 5.7.26 Unauthenticated email from example.org is not accepted due to the DMARC policy',
    '550 5.1.8 Access denied, bad outbound sender',
    '550 5.4.5 Daily sending quota exceeded',
    '550 Blocked by our policy',
    '552 5.2.2 The mailbox is over quota',
    '553 5.6.7 Non-ASCII addresses not permitted for that recipient',
    '450 4.2.1 The user is receiving mail at a rate that prevents more',
  ])
    expect(isAddressRefused(reply(text)), text).toBe(false);
  expect(isAddressRefused(reply('550 Sender unknown', 'MAIL FROM'))).toBe(false);
  expect(isAddressRefused(new Error('Connection timeout'))).toBe(false);
  expect(isAddressRefused(undefined)).toBe(false);
});
