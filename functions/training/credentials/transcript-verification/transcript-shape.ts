// Whether a value has exactly the shape of the transcripts that are issued: nothing unknown reaches the signature's check.
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { credentialsContext, openBadgesContext } from '../../../../shared/credentials/sign.ts';
import type { TranscriptCredential } from '../schemas.ts';

export type Transcript = z.output<typeof TranscriptCredential>;

/** The most characters of a transcript that is verified. */
export const maxCharacters = 400_000;
/** The most entries of a transcript that is verified. */
export const maxEntries = 1000;

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const exactly =
  (expected: unknown): Check =>
  (value) =>
    isDeepStrictEqual(value, expected);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
/** An object with these members and no others. */
const only =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    isDeepStrictEqual(Object.keys(value).sort(), Object.keys(members).sort()) &&
    Object.entries(value).every(([name, member]) => members[name]?.(member));

/** The person and the day of a transcript: its id ends with both. */
export const transcriptId = /\/People\/([0-9a-f-]{36})\/Transcript#(\d{4}-\d{2}-\d{2})$/;

/** Each part as `buildTranscriptCredential` and the signature make it. Without zod, which a function loads at its start. */
const hasShape = only({
  '@context': exactly([credentialsContext, openBadgesContext]),
  id: (value) => typeof value === 'string' && transcriptId.test(value),
  type: exactly(['VerifiableCredential', 'OpenBadgeCredential']),
  name: text,
  issuer: only({ id: text, type: exactly(['Profile']), name: text, url: text }),
  validFrom: text,
  credentialSubject: only({
    type: exactly(['AchievementSubject']),
    name: text,
    identifier: (value) =>
      Array.isArray(value) &&
      value.length === 1 &&
      only({
        type: exactly('IdentityObject'),
        identityType: exactly('name'),
        identityHash: text,
        hashed: exactly(false),
      })(value[0]),
    creditsEarned: (value) => typeof value === 'number',
    achievement: only({
      id: text,
      type: exactly(['Achievement']),
      achievementType: text,
      name: text,
      description: text,
      criteria: only({ narrative: text }),
      resultDescription: listOf(
        only({ id: text, type: exactly(['ResultDescription']), name: text, resultType: exactly('Result') }),
      ),
    }),
    result: listOf(only({ type: exactly(['Result']), resultDescription: text, value: text })),
  }),
  proof: (value) =>
    Array.isArray(value) &&
    value.length === 1 &&
    only({
      type: exactly('DataIntegrityProof'),
      created: text,
      verificationMethod: text,
      cryptosuite: exactly('eddsa-rdfc-2022'),
      proofPurpose: exactly('assertionMethod'),
      proofValue: text,
    })(value[0]),
});

/** Whether a value is a transcript by its shape. */
export const isTranscript = (value: unknown): value is Transcript => hasShape(value);
