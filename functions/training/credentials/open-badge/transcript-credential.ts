// A transcript as a credential: all credits that count on a day (docs/interface/training.md#transcripts).
//
// It uses Open Badges 3.0, which every verifier of certifications supports: one achievement with the credits as
// results. It states what counted on its day and can't be revoked; for the current state, request a new one.
import { credentialsContext, openBadgesContext } from '../../../../shared/credentials/sign.ts';
import { computeTotals } from '../../records/credits/transcript.ts';
import { isNotVoided } from '../../records/training-record/credit.ts';
import type { CreditItem } from '../../records/training-record/training-record.ts';
import { buildProfile, type Issuer, toCredentialValidity } from './open-badge.ts';
import { transcriptPath } from './paths.ts';

/** The person of the transcript. */
interface Learner {
  readonly personId: string;
  readonly personName: string;
}

const creditTitle = ({ courseName, note, source }: CreditItem): string => courseName ?? note ?? source;

/**
 * The unsigned credential of a transcript. The same credits on the same day give the same credential.
 * @param asOf YYYY-MM-DD in the tenant's time zone
 */
export function buildTranscriptCredential(
  { personId, personName }: Learner,
  credits: readonly CreditItem[],
  asOf: string,
  issuer: Issuer,
) {
  const counting = credits
    .filter(isNotVoided)
    .sort((a, b) => (`${a.earnedDate} ${a.id}` < `${b.earnedDate} ${b.id}` ? -1 : 1));
  const { total, byType } = computeTotals(counting);
  const creditsByType = byType.map(({ creditType, credits: amount }) => `${amount} ${creditType}`).join(', ');
  return {
    '@context': [credentialsContext, openBadgesContext],
    id: `${issuer.url(transcriptPath(personId))}#${asOf}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `Transcript of ${personName} as of ${asOf}`,
    issuer: buildProfile(issuer),
    ...toCredentialValidity({ validFrom: asOf, validThrough: undefined }, issuer.timeZone),
    credentialSubject: {
      type: ['AchievementSubject'],
      name: personName,
      identifier: [
        {
          type: 'IdentityObject' as const,
          identityType: 'name' as const,
          identityHash: personName,
          hashed: false as const,
        },
      ],
      creditsEarned: total,
      achievement: {
        id: issuer.url(transcriptPath(personId)),
        type: ['Achievement'],
        achievementType: 'LearningProgram',
        name: 'Transcript',
        description: 'All credits that count, with the day they were earned.',
        criteria: { narrative: counting.length === 0 ? 'No credits.' : `Credits by type: ${creditsByType}.` },
        resultDescription: counting.map((credit) => ({
          id: `urn:uuid:${credit.id}`,
          type: ['ResultDescription'],
          name: `${credit.earnedDate}: ${creditTitle(credit)} (${credit.creditTypeName})`,
          resultType: 'Result' as const,
        })),
      },
      result: counting.map((credit) => ({
        type: ['Result'],
        resultDescription: `urn:uuid:${credit.id}`,
        value: String(credit.credits),
      })),
    },
  };
}
