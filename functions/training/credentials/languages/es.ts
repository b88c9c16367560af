// The texts of certificates and of their verification in Spanish.
import type { CertificateTexts } from './en.ts';

export const es: CertificateTexts = {
  language: 'es',

  certificate: {
    title: 'Certificado',
    opening: 'Se certifica que',
    awarded: 'ha obtenido',
    awardedOn: 'Otorgado',
    validFrom: 'Válido desde',
    validThrough: 'Válido hasta',
    validity: 'Vigencia',
    doesNotExpire: 'No vence',
    scan: 'Escanee para verificar',
    number: ({ number }) => `Certificado n.º ${number}`,
  },

  verification: {
    page: 'Verificación de certificados',
    valid: 'Este certificado es válido',
    notYetValid: 'Este certificado aún no es válido',
    expired: 'Este certificado ha vencido',
    revoked: 'Este certificado fue revocado',
    unknown: 'Este certificado es desconocido',
    doesNotExpire: 'No vence.',
    validThrough: ({ day }) => `Es válido hasta el ${day}.`,
    validFrom: ({ day }) => `Es válido desde el ${day}.`,
    lastValidDay: ({ day }) => `Su último día de validez fue el ${day}. No fue revocado.`,
    revokedOn: ({ day }) => `Fue revocado el ${day}.`,
    noneIssued: ({ issuer }) =>
      `${issuer} no ha emitido ningún certificado con este número. Compárelo con el número impreso.`,
    noneKnown:
      'Nadie en esta plataforma ha emitido un certificado con este número. Compárelo con el número impreso.',
    replaced: ({ day, link }) =>
      `Se emitió de nuevo el ${day}, con otro nombre de su titular: el certificado actual tiene el número ${link}.`,
    holder: 'Titular',
    award: 'Título',
    awardedOn: 'Otorgado',
    from: 'Válido desde',
    through: 'Válido hasta',
    revocation: 'Revocado',
    number: 'Certificado n.º',
  },
};
