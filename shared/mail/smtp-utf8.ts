// Addresses with characters outside ASCII before the @: a mail server says by SMTPUTF8 that it takes them, and a client must not
// send it one otherwise (RFC 6531 3.1). Amazon SES takes none (Amazon SES Developer Guide, "Email formats").

/** How long a server may take. */
interface ProbeTimeouts {
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
}

/** Whether the mail server takes such addresses. One connection, on which no mail is sent. */
export async function supportsSmtpUtf8(url: string, timeouts: ProbeTimeouts): Promise<boolean> {
  const [{ default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const connection = new SMTPConnection({ ...parseConnectionUrl(url), ...timeouts });
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.connect(() => {
      // What the server answered to EHLO, which nodemailer does not declare.
      const { _supportedExtensions: extensions } = connection as unknown as {
        readonly _supportedExtensions: readonly string[];
      };
      connection.quit();
      resolve(extensions.includes('SMTPUTF8'));
    });
  });
}

/** The refusal of such an address, with the code that a server gives it (RFC 6531 3.5; RFC 5248, X.6.7). */
export const refuseSmtpUtf8 = (): Error =>
  Object.assign(
    new Error('553 5.6.7 The mail server takes no address with characters outside ASCII before the @'),
    { responseCode: 553 },
  );
