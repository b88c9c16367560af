// Whether a mail server refuses a mail because of its address: at once, as others report it by a bounce later.

/** What nodemailer says of a reply. */
interface SmtpError {
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly command?: unknown;
}

/** Enhanced codes of an address that does not exist, or no longer takes mail (RFC 3463 3.2 and 3.3; 5.1.7 and 5.1.8 are the sender's). */
const ADDRESS_CODE = /^5\.(1\.([0-6]|10)|2\.1|0\.0)$/;
/** Servers without enhanced codes say in words that they refuse the mail, and not its address. */
const POLICY =
  /spam|policy|polic|block|black ?list|reputation|dmarc|\bspf\b|dkim|relay|rate|sender|quota|full/i;

/** Whether the reply says that there is no such mailbox: 550 (RFC 5321 4.2.3), unless it is about something else. */
export function isAddressRefused(error: unknown): boolean {
  const { responseCode, response, command } = (error ?? {}) as SmtpError;
  if (responseCode !== 550 || (command !== undefined && !/^(RCPT TO|DATA)/.test(String(command))))
    return false;
  const text = String(response ?? (error instanceof Error ? error.message : ''));
  const [, code] = /\b550[ -](5\.\d+\.\d+)\b/.exec(text) ?? [];
  return code === undefined ? !POLICY.test(text) : ADDRESS_CODE.test(code);
}
