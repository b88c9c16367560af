// Whether a text is a transcript of an issuer, as it was issued, and what of it counts today
// (docs/interface/training.md#transcripts).
import { verifyAchievement } from '../../../../shared/credentials/verify.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { loadPersonRecord } from '../../records/training-record/person-record.ts';
import {
  isTranscript,
  maxCharacters,
  maxEntries,
  type Transcript,
  transcriptId,
} from './transcript-shape.ts';

/** An entry of a transcript, and what became of it. */
export interface JudgedEntry {
  readonly name: string;
  readonly credits: string;
  readonly state:
    | { readonly kind: 'counts' | 'gone' }
    | { readonly kind: 'withdrawn'; readonly day: string }
    | { readonly kind: 'corrected'; readonly credits: number };
}

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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
  const transcript = readJson(text);
  if (!isTranscript(transcript)) return { kind: 'not-a-transcript' };
  const { issuer, credentialSubject, id } = transcript;
  const { result, achievement, name, creditsEarned } = credentialSubject;
  if (Math.max(result.length, achievement.resultDescription.length) > maxEntries)
    return { kind: 'too-large' };
  const claimedIssuer = issuer.name.slice(0, 200);
  if (issuer.id !== did) return { kind: 'other-issuer', claimedIssuer };
  if (!(await verifyAchievement(transcript, did, now))) return { kind: 'altered', claimedIssuer };
  const [, personId = '', asOf = ''] = transcriptId.exec(id) ?? [];
  const entries = await judgeEntries(tenant, personId, credentialSubject);
  return { kind: 'genuine', person: name, asOf, total: creditsEarned, entries };
}
