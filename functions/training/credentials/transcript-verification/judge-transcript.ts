// Whether a text is a transcript of an issuer, as it was issued, and what of it counts today
// (docs/interface/training.md#transcripts).
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { credentialsContext, openBadgesContext } from '../../../../shared/credentials/sign.ts';
import { verifyAchievement } from '../../../../shared/credentials/verify.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { loadPersonRecord } from '../../records/training-record/person-record.ts';
import type { TranscriptCredential } from '../schemas.ts';

/** The most characters of a transcript that is verified. */
export const maxCharacters = 400_000;
/** The most entries of a transcript that is verified. */
export const maxEntries = 1000;

/** An entry of a transcript, and what became of it. */
export interface JudgedEntry {
  readonly name: string;
  readonly credits: string;
  readonly state:
    | { readonly kind: 'counts' | 'gone' }
    | { readonly kind: 'withdrawn'; readonly day: string }
    | { readonly kind: 'corrected'; readonly credits: number };
}

type Transcript = z.output<typeof TranscriptCredential>;

/** What became of a text that was sent for verification. */
export type Judgement =
  | { readonly kind: 'too-large' | 'not-a-transcript' }
  | { readonly kind: 'other-issuer' | 'altered'; readonly claimedIssuer: string }
  | {
      readonly kind: 'genuine';
      readonly person: string;
      /** YYYY-MM-DD */
      readonly asOf: string;
      readonly total: number;
      readonly entries: readonly JudgedEntry[];
    };

/** The person and the day of a transcript: its id ends with both. */
const idPattern = /\/People\/([0-9a-f-]{36})\/Transcript#(\d{4}-\d{2}-\d{2})$/;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The transcript in a text; undefined where it has another shape, so that nothing unknown is processed. */
async function readTranscript(text: string): Promise<Transcript | undefined> {
  const { TranscriptCredential } = await import('../schemas.ts');
  const { data } = TranscriptCredential.safeParse(readJson(text));
  const isTranscript =
    data !== undefined &&
    isDeepStrictEqual(data['@context'], [credentialsContext, openBadgesContext]) &&
    idPattern.test(data.id) &&
    data.proof.length === 1;
  return isTranscript ? data : undefined;
}

/** What became of the entries of a genuine transcript. One query. */
async function judgeEntries(
  tenant: TenantStore,
  personId: string,
  { result, achievement }: Transcript['credentialSubject'],
): Promise<JudgedEntry[]> {
  const { credits } = await loadPersonRecord(tenant, personId);
  const known = new Map(credits.map((credit) => [`urn:uuid:${credit.id}`, credit]));
  const names = new Map(achievement.resultDescription.map(({ id, name }) => [id, name]));
  return result.map(({ resultDescription: id, value }): JudgedEntry => {
    const credit = known.get(id);
    const entry = { name: names.get(id) ?? id, credits: value };
    if (!credit) return { ...entry, state: { kind: 'gone' } };
    if (credit.voidedDate !== undefined)
      return { ...entry, state: { kind: 'withdrawn', day: credit.voidedDate } };
    return Number(value) === credit.credits
      ? { ...entry, state: { kind: 'counts' } }
      : { ...entry, state: { kind: 'corrected', credits: credit.credits } };
  });
}

/**
 * Judges a text. Only a transcript by the issuer's own key is verified, and its record is read only then; nothing is
 * requested from an address in the text.
 * @param did the issuer's did:key
 */
export async function judgeTranscript(
  text: string,
  { tenant, did, now }: { readonly tenant: TenantStore; readonly did: string; readonly now: Date },
): Promise<Judgement> {
  if (text.length > maxCharacters) return { kind: 'too-large' };
  const transcript = await readTranscript(text);
  if (!transcript) return { kind: 'not-a-transcript' };
  const { issuer, credentialSubject, id } = transcript;
  const { result, achievement, name, creditsEarned } = credentialSubject;
  if (Math.max(result.length, achievement.resultDescription.length) > maxEntries)
    return { kind: 'too-large' };
  const claimedIssuer = issuer.name.slice(0, 200);
  if (issuer.id !== did) return { kind: 'other-issuer', claimedIssuer };
  if (!(await verifyAchievement(transcript, did, now))) return { kind: 'altered', claimedIssuer };
  const [, personId = '', asOf = ''] = idPattern.exec(id) ?? [];
  const entries = await judgeEntries(tenant, personId, credentialSubject);
  return { kind: 'genuine', person: name, asOf, total: creditsEarned, entries };
}
