// How large the HTML of a mail is when it is sent: with the addresses that count its use.

/** Gmail shows so many bytes of a mail, and a link to the rest. */
export const MAX_SHOWN_BYTES = 102 * 1024;

/** What every mail of a tenant shows, as HTML: at the beginning of the body and at its end. */
export interface MailLook {
  readonly header: string;
  readonly footer: string;
}

/** What a mail has when it is sent beside its own texts: the addresses by which it counts its use, and what the tenant adds. */
export interface SampleTracking {
  /** The name of the tenant. */
  readonly association: string;
  readonly look: MailLook;
  readonly links: { readonly unsubscribe: string; readonly preferences: string; readonly view: string };
  readonly openUrl?: string | undefined;
  /** What precedes the address that a counted link leads to. */
  readonly clickPrefix?: string | undefined;
}

/** An address as the last value of a query, in which only few characters have another meaning (RFC 3986 3.4). */
export const encodeTarget = (target: string): string =>
  encodeURIComponent(target.toWellFormed()).replace(/%(3A|2F|3F|40|3D|2C|3B|24)/g, decodeURIComponent);

/** The codes of warnings about a mail that is stored all the same. */
export const mailWarnings = ['MAIL_CUT_OFF'] as const;
export interface MailWarning {
  readonly code: (typeof mailWarnings)[number];
  readonly message: string;
}

/** The warnings about a mail of this size. */
export const listSizeWarnings = (htmlBytes: number | undefined): MailWarning[] =>
  htmlBytes === undefined || htmlBytes <= MAX_SHOWN_BYTES
    ? []
    : [
        {
          code: 'MAIL_CUT_OFF',
          message: `The HTML has ${htmlBytes} bytes as it is sent, counted links included. Gmail shows the first ${MAX_SHOWN_BYTES} of them. The link to unsubscribe is put at the beginning; shorten the message, or do not track clicks.`,
        },
      ];
