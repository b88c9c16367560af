// GET /api/v1/People/{personId}/Transcript/Credential

import { assertMayActFor } from '../../../shared/auth/access/person-access.ts';
import { loadOrCreateIssuerKey } from '../../../shared/credentials/issuer-key.ts';
import { signAchievement } from '../../../shared/credentials/sign.ts';
import { displayName } from '../../../shared/directory/people/person.ts';
import { personById } from '../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { loadPersonRecord } from '../records/training-record/person-record.ts';
import { getTranscriptCredential } from './contract.ts';

export const handler = lambda(
  getTranscriptCredential,
  async ({ params: { personId }, tenant, settings, caller, now, receivedAt, url }) => {
    assertMayActFor(caller, personId, 'training.credits.read');
    const [person, { credits }, { key, changes }] = await Promise.all([
      personById(tenant, personId),
      loadPersonRecord(tenant, personId),
      loadOrCreateIssuerKey(tenant, receivedAt),
    ]);
    if (!person) throw notFound('person', personId, 'personId');
    const { name, timeZone } = settings;
    // Imported here with its calendar functions, so that a refused request does not load them.
    const { buildTranscriptCredential } = await import('./open-badge/transcript-credential.ts');
    const issuer = { did: key.did, code: tenant.code, name, timeZone, url };
    const learner = { personId, personName: displayName(person) };
    const transcript = buildTranscriptCredential(learner, credits, toLocalDate(timeZone, now), issuer);
    return write(changes, ok(await signAchievement(transcript, key, new Date(transcript.validFrom))));
  },
);
