// A certification as an Open Badges 3.0 credential (1EdTech OB 3.0, W3C VC 2.0), and what its addresses answer.
import { credentialsContext, openBadgesContext } from '../../../shared/credentials/sign.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import type { AwardItem } from '../awards/award.ts';
import type { CertificationItem, RulesSnapshot } from '../records/certification.ts';
import { achievementPath, issuerPath, statusListPath } from './paths.ts';
import { toStatusPosition } from './status-list.ts';

const contexts: [string, string] = [credentialsContext, openBadgesContext];

/** Who issues: a tenant. */
export interface Issuer {
  readonly did: string;
  readonly code: string;
  readonly name: string;
  /** IANA name: in which the days of its certifications are meant. */
  readonly timeZone: string;
  /** Makes a path of area A an address. */
  readonly url: (path: string) => string;
}

/** ISO 8601 to the second, as credentials tell moments. */
const formatInstant = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

const SECOND_MS = 1000;

/** From when on and until when it holds: whole days in the tenant's time zone, the last one to its last second. */
export const toCredentialValidity = (
  { validFrom, validThrough }: Pick<CertificationItem, 'validFrom' | 'validThrough'>,
  timeZone: string,
): { readonly validFrom: string; readonly validUntil?: string } => ({
  validFrom: formatInstant(getStartOfDay(validFrom, timeZone)),
  ...(validThrough !== undefined && {
    validUntil: formatInstant(new Date(getStartOfDay(addDays(validThrough), timeZone).getTime() - SECOND_MS)),
  }),
});

const formatCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** What it took, in words, from the rules it was judged by; a later change of the award does not change it. */
export function describeCriteria({ curriculum, curriculumVersion }: RulesSnapshot): string {
  const { requiredCourseIds, electiveCourseIds, electivesNeeded, minimumCredits } = curriculum;
  const credits = minimumCredits.reduce((sum, one) => sum + one.credits, 0);
  const asked = [
    ...(requiredCourseIds.length > 0
      ? [formatCount(requiredCourseIds.length, 'required course', 'required courses')]
      : []),
    ...(electivesNeeded > 0
      ? [
          `${electivesNeeded} of ${formatCount(electiveCourseIds.length, 'elective course', 'elective courses')}`,
        ]
      : []),
    ...(credits > 0 ? [`at least ${formatCount(credits, 'credit', 'credits')}`] : []),
  ];
  const what = asked.length > 0 ? `Completed ${asked.join(', ')}` : 'Met all requirements';
  return `${what}, by version ${curriculumVersion} of the curriculum.`;
}

/** The issuer as every credential names it. */
export const buildProfile = ({ did, code, name, url }: Issuer) => ({
  id: did,
  type: ['Profile'],
  name,
  url: url(issuerPath(code)),
});

/** The issuer's profile, as its address answers. */
export const buildIssuerProfile = (issuer: Issuer) => ({ '@context': contexts, ...buildProfile(issuer) });

/** What an award is, as the address of its achievement answers: as it is now. */
export const buildAchievement = (
  { id, name, description, requirements }: Pick<AwardItem, 'id' | 'name' | 'description' | 'requirements'>,
  issuer: Issuer,
) => ({
  '@context': contexts,
  id: issuer.url(achievementPath(issuer.code, id)),
  type: ['Achievement'],
  achievementType: 'Certification',
  name,
  description: description ?? name,
  criteria: { narrative: requirements ?? 'The requirements are told by the issuer.' },
  creator: buildProfile(issuer),
});

/**
 * The credential of a certification, unsigned. It names its holder by name alone: whoever is shown it learns no mail
 * address. Its validity and its revocation are apart: what has expired was not revoked
 * (docs/interface/training.md#certification-status).
 */
export function buildCredential(certification: CertificationItem, issuer: Issuer) {
  const { list, index } = toStatusPosition(certification.statusIndex);
  const statusList = issuer.url(statusListPath(issuer.code, list));
  return {
    '@context': contexts,
    id: `urn:uuid:${certification.id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: certification.awardName,
    issuer: buildProfile(issuer),
    ...toCredentialValidity(certification, issuer.timeZone),
    credentialSubject: {
      type: ['AchievementSubject'],
      name: certification.personName,
      identifier: [
        {
          type: 'IdentityObject' as const,
          identityType: 'name' as const,
          identityHash: certification.personName,
          hashed: false as const,
        },
      ],
      licenseNumber: certification.certificateNumber,
      achievement: {
        id: issuer.url(achievementPath(issuer.code, certification.awardId)),
        type: ['Achievement'],
        achievementType: 'Certification',
        name: certification.awardName,
        description: certification.awardDescription ?? certification.awardName,
        criteria: { narrative: describeCriteria(certification.rules) },
      },
    },
    credentialStatus: {
      id: `${statusList}#${index}`,
      type: 'BitstringStatusListEntry' as const,
      statusPurpose: 'revocation' as const,
      statusListIndex: String(index),
      statusListCredential: statusList,
    },
  };
}

const DAY_MS = 24 * 3600 * SECOND_MS;

/** The start of a moment's day in UTC: what is signed anew within a day is then the same, byte for byte. */
export const startOfUtcDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/**
 * A status list as a credential, unsigned (W3C Bitstring Status List 1.0, 2.2). It holds for two days from the start of
 * the day, so that nobody can show an old list for long after a revocation.
 * @param encodedList the bits, compressed and encoded
 */
export function buildStatusList(list: number, encodedList: string, issuer: Issuer, now: Date) {
  const id = issuer.url(statusListPath(issuer.code, list));
  const from = startOfUtcDay(now);
  return {
    '@context': [credentialsContext],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: { id: issuer.did, name: issuer.name },
    validFrom: formatInstant(from),
    validUntil: formatInstant(new Date(from.getTime() + 2 * DAY_MS)),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList' as const,
      statusPurpose: 'revocation' as const,
      encodedList,
    },
  };
}
