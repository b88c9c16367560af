// The texts of the page that verifies transcripts, in the languages of the sign-in pages. `{0}` stands for a value.
import { chooseLanguage } from '../../../../shared/languages/choose-language.ts';

const en = {
  title: 'Verify a transcript',
  intro:
    'Paste the transcript that you received: the text of its file, a signed credential (JSON). It is checked and not stored.',
  field: 'Transcript',
  verify: 'Verify',
  another: 'Verify another transcript',
  unknownTenant: 'There is no issuer of transcripts at this address.',
  genuine: 'This transcript is genuine',
  genuineText: '{0} issued it, and nothing in it was changed.',
  changedSince: 'This transcript is genuine, and some of it was withdrawn since',
  changedSinceText:
    '{0} issued it. Entries that were withdrawn since no longer count; they are marked below.',
  notATranscript: 'This is not a transcript',
  notATranscriptText: 'It is not the text of a signed transcript, or only a part of it. Copy the whole file.',
  tooLarge: 'This is too large for a transcript',
  tooLargeText: 'A transcript that can be verified here has at most {0} characters and {1} entries.',
  otherIssuer: 'This transcript is of another issuer',
  otherIssuerText:
    'It says that {0} issued it. This page verifies only what {1} issued. Ask the issuer that it names.',
  altered: 'This transcript is not genuine',
  alteredText:
    'It says that {0} issued it, but its signature does not fit its content: it was changed, or it was never issued.',
  issuer: 'Issuer',
  person: 'Person',
  asOf: 'As of',
  total: 'Credits in total',
  entries: 'Entries',
  noEntries: 'It has no entries.',
  credits: '{0} credits',
  counts: 'Counts today',
  withdrawn: 'Withdrawn on {0}',
  corrected: 'Today it has {0} credits',
  gone: 'No longer on record',
};

const es: typeof en = {
  title: 'Verificar un expediente',
  intro:
    'Pegue el expediente que recibió: el texto de su archivo, una credencial firmada (JSON). Se comprueba y no se guarda.',
  field: 'Expediente',
  verify: 'Verificar',
  another: 'Verificar otro expediente',
  unknownTenant: 'En esta dirección no hay ningún emisor de expedientes.',
  genuine: 'Este expediente es auténtico',
  genuineText: '{0} lo emitió y nada en él fue cambiado.',
  changedSince: 'Este expediente es auténtico, y una parte se retiró después',
  changedSinceText:
    '{0} lo emitió. Las entradas que se retiraron después ya no cuentan; están marcadas abajo.',
  notATranscript: 'Esto no es un expediente',
  notATranscriptText:
    'No es el texto de un expediente firmado, o es solo una parte. Copie el archivo entero.',
  tooLarge: 'Esto es demasiado grande para un expediente',
  tooLargeText: 'Un expediente que se puede verificar aquí tiene como máximo {0} caracteres y {1} entradas.',
  otherIssuer: 'Este expediente es de otro emisor',
  otherIssuerText:
    'Dice que lo emitió {0}. Esta página verifica solo lo que emitió {1}. Pregunte al emisor que nombra.',
  altered: 'Este expediente no es auténtico',
  alteredText:
    'Dice que lo emitió {0}, pero su firma no corresponde a su contenido: fue cambiado o nunca se emitió.',
  issuer: 'Emisor',
  person: 'Persona',
  asOf: 'A fecha de',
  total: 'Créditos en total',
  entries: 'Entradas',
  noEntries: 'No tiene entradas.',
  credits: '{0} créditos',
  counts: 'Cuenta hoy',
  withdrawn: 'Retirada el {0}',
  corrected: 'Hoy tiene {0} créditos',
  gone: 'Ya no consta',
};

/** The texts with their language. */
export interface TranscriptTexts {
  readonly language: 'en' | 'es';
  readonly texts: typeof en;
}

/** The best language for a browser; English by default. */
export function readTranscriptTexts(headers: Readonly<Record<string, string>>): TranscriptTexts {
  const language = chooseLanguage(headers);
  return { language, texts: { en, es }[language] };
}

/** A text with its values. */
export const fillText = (text: string, ...values: readonly (string | number)[]): string =>
  text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ''));
