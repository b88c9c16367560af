// The texts of certificates and of their verification in English.
export const en = {
  language: 'en',

  certificate: {
    title: 'Certificate',
    opening: 'This certifies that',
    awarded: 'has been awarded',
    awardedOn: 'Awarded',
    validFrom: 'Valid from',
    validThrough: 'Valid through',
    validity: 'Validity',
    doesNotExpire: 'Does not expire',
    scan: 'Scan to verify',
    number: ({ number }: { readonly number: string }) => `Certificate no. ${number}`,
  },

  verification: {
    page: 'Certificate verification',
    valid: 'This certificate is valid',
    notYetValid: 'This certificate is not valid yet',
    expired: 'This certificate has expired',
    revoked: 'This certificate was revoked',
    unknown: 'This certificate is unknown',
    doesNotExpire: 'It does not expire.',
    validThrough: ({ day }: { readonly day: string }) => `It is valid through ${day}.`,
    validFrom: ({ day }: { readonly day: string }) => `It is valid from ${day}.`,
    lastValidDay: ({ day }: { readonly day: string }) => `Its last valid day was ${day}. It was not revoked.`,
    revokedOn: ({ day }: { readonly day: string }) => `It was revoked on ${day}.`,
    noneIssued: ({ issuer }: { readonly issuer: string }) =>
      `${issuer} has issued no certificate with this number. Compare it with the printed number.`,
    noneKnown:
      'No certificate with this number was issued on this platform. Compare it with the printed number.',
    replaced: ({ day, link }: { readonly day: string; readonly link: string }) =>
      `It was issued again on ${day}, in another name of its holder: the present certificate has the number ${link}.`,
    holder: 'Holder',
    award: 'Award',
    awardedOn: 'Awarded',
    from: 'Valid from',
    through: 'Valid through',
    revocation: 'Revoked',
    number: 'Certificate no.',
  },
};

export type CertificateTexts = typeof en;
