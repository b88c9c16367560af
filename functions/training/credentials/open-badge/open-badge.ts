// A certification as an Open Badges 3.0 credential (1EdTech OB 3.0, W3C VC 2.0), and the documents at its addresses.
import { credentialsContext, openBadgesContext } from '../../../../shared/credentials/sign.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { getStartOfDay } from '../../../../shared/time/local-time.ts';
import type { AwardItem } from '../../awards/record/award-record.ts';
import { toStatusPosition } from '../../records/certifications/status-list.ts';
import type { CertificationItem } from '../../records/training-record/certification.ts';
import { buildEvidence, describeJudgement } from './judgement.ts';
import { achievementImagePath, achievementPath, issuerPath, statusListPath } from './paths.ts';

const contexts: [string, string] = [credentialsContext, openBadgesContext];

/** The issuer of credentials: a tenant. */
export interface Issuer {
  readonly did: string;
  readonly code: string;
  readonly name: string;
  /** IANA name of the time zone of its days. */
  readonly timeZone: string;
  /** Turns a path of area A into an address. */
  readonly url: (path: string) => string;
}

/** ISO 8601 to the second, the form that credentials use. */
const formatInstant = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;

const SECOND_MS = 1000;

/** The validity in instants: whole days in the tenant's time zone, the last one to its last second. */
export const toCredentialValidity = (
  { validFrom, validThrough }: Pick<CertificationItem, 'validFrom' | 'validThrough'>,
  timeZone: string,
): { readonly validFrom: string; readonly validUntil?: string } => ({
  validFrom: formatInstant(getStartOfDay(validFrom, timeZone)),
  ...(validThrough !== undefined && {
    validUntil: formatInstant(new Date(getStartOfDay(addDays(validThrough), timeZone).getTime() - SECOND_MS)),
  }),
});

/** The issuer as it is part of every credential. */
export const buildProfile = ({ did, code, name, url }: Issuer) => ({
  id: did,
  type: ['Profile'],
  name,
  url: url(issuerPath(code)),
});

/** The document at the address of the issuer's profile. */
export const buildIssuerProfile = (issuer: Issuer) => ({ '@context': contexts, ...buildProfile(issuer) });

/** The image of an achievement (Open Badges 3.0, Image). */
const buildImage = (awardId: string, name: string, { code, url }: Issuer) => ({
  id: url(achievementImagePath(code, awardId)),
  type: 'Image' as const,
  caption: name,
});

/** The document at the address of an achievement: the award as it is now. */
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
  criteria: { narrative: requirements ?? 'The issuer publishes the requirements.' },
  image: buildImage(id, name, issuer),
  creator: buildProfile(issuer),
});

/**
 * The unsigned credential of a certification. It identifies the holder by name only, so that it reveals no mail
 * address. It states only what was true of this holder: what an override waived and what a re-evaluation found missing is
 * said in its evidence. Validity and revocation are separate: an expired certification was not revoked
 * (docs/interface/training.md#certification-status).
 */
export function buildCredential(certification: CertificationItem, issuer: Issuer) {
  const { list, index } = toStatusPosition(certification.statusIndex);
  const statusList = issuer.url(statusListPath(issuer.code, list));
  const evidence = buildEvidence(certification, issuer.timeZone);
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
        criteria: { narrative: describeJudgement(certification) },
        image: buildImage(certification.awardId, certification.awardName, issuer),
      },
    },
    ...(evidence.length > 0 && { evidence }),
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

/** The start of the day in UTC: a document that is signed again on the same day is the same, byte for byte. */
export const startOfUtcDay = (moment: Date): Date => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);

/**
 * The unsigned credential of a status list (W3C Bitstring Status List 1.0, 2.2). It is valid for two days from the
 * start of the day, so that an old list can't be used for long after a revocation.
 * @param encodedList the bits, compressed and encoded
 */
export function buildStatusList(list: number, encodedList: string, issuer: Issuer, now: Date) {
  const id = issuer.url(statusListPath(issuer.code, list));
  const start = startOfUtcDay(now);
  return {
    '@context': [credentialsContext],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: { id: issuer.did, name: issuer.name },
    validFrom: formatInstant(start),
    validUntil: formatInstant(new Date(start.getTime() + 2 * DAY_MS)),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList' as const,
      statusPurpose: 'revocation' as const,
      encodedList,
    },
  };
}
