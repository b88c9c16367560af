// The language that is asked for, of a certificate or of its verification.
import * as z from 'zod';
import { languages } from '../../../../shared/languages/languages.ts';

export const certificateLanguage = z.enum(languages).optional().meta({
  description: 'The language; without it that of the browser of its holder or reader, or of the tenant.',
});
