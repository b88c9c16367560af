// Certifications as Open Badges 3.0 credentials: an independent verifier accepts valid ones, and distinguishes changed,
// revoked and expired ones (docs/interface/training.md#credentials; W3C VC 2.0, Bitstring Status List 1.0).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRevocationChanges } from '../../../functions/training/records/certifications/status-list.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createCertification, storeCertification } from './certification-fixture.ts';
import { blockExternalRequests, findSchemaFaults, verify } from './verifier.ts';

let platform: TestPlatform;
let token: string;
let restoreFetch: () => void;

beforeAll(async () => {
  restoreFetch = blockExternalRequests();
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.credits.read'] });
});
afterAll(async () => {
  await platform.stop();
  restoreFetch();
});

const call = (path: string, headers: Readonly<Record<string, string>> = {}, tenant = 'demo') =>
  platform.call('GET', 'training', path, { tenant, token, headers });
const getCredential = async (id: string) => {
  const reply = await call(`/api/v1/Certifications/${id}/Credential`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const demo = () => platform.store('demo');

describe('GET /api/v1/Certifications/{id}/Credential', () => {
  it('returns a credential that the verifier accepts', async () => {
    const { id } = await storeCertification(demo(), createCertification());
    expect(await verify(await getCredential(id))).toMatchObject({
      valid_signature: true,
      expiration: true,
      revocation_status: true,
      schema: [],
    });
  });

  it('states the issuer, the holder, the award, its validity and its criteria (OB 3.0, ValidityPeriod)', async () => {
    const { id, awardId, certificateNumber } = await storeCertification(demo(), createCertification());
    const credential = await getCredential(id);
    expect(credential).toMatchObject({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      id: `urn:uuid:${id}`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { type: ['Profile'], name: 'Cascadia Association of Counties' },
      credentialSubject: {
        identifier: [{ identityType: 'name', identityHash: 'Åsa Lindqvist', hashed: false }],
        licenseNumber: certificateNumber,
        achievement: {
          id: `${platform.urls.training}/api/v1/Public/Credentials/demo/Achievements/${awardId}`,
          name: 'Certified County Clerk',
          description: 'Records, elections and public meetings.',
          criteria: {
            narrative:
              'Completed 2 required courses, 1 of 3 elective courses, at least 24 credits, by version 3 of the curriculum.',
          },
        },
      },
      proof: [
        { type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022', proofPurpose: 'assertionMethod' },
      ],
    });
    // The schema of 1EdTech takes no single proof.
    expect(findSchemaFaults({ ...credential, proof: credential.proof[0] })).toEqual(['/proof must be array']);
    expect(credential.proof[0].verificationMethod.startsWith(`${credential.issuer.id}#z6Mk`)).toBe(true);
    expect(JSON.stringify(credential)).not.toMatch(/@.*\.example"/);
  });

  it('is valid to the last second of the last valid day in the time zone of the tenant', async () => {
    const timeZone = (await demo().get(tenantKey(demo())))?.timeZone;
    expect(timeZone).toBe('America/Los_Angeles');
    const { id } = await storeCertification(
      demo(),
      createCertification({ validFrom: '2026-03-01', validThrough: '2026-07-31' }),
    );
    // Standard time applies on the first day, daylight saving time on the last.
    expect(await getCredential(id)).toMatchObject({
      validFrom: '2026-03-01T08:00:00Z',
      validUntil: '2026-08-01T06:59:59Z',
    });
    const forEver = await storeCertification(demo(), createCertification({ validThrough: undefined }));
    expect(await getCredential(forEver.id)).not.toHaveProperty('validUntil');
  });

  it('is the same each time, so that conditional requests return 304', async () => {
    const { id } = await storeCertification(demo(), createCertification());
    const path = `/api/v1/Certifications/${id}/Credential`;
    const [first, second] = [await call(path), await call(path)];
    expect(second.text).toBe(first.text);
    const again = await call(path, { 'If-None-Match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it.each([
    ['the name', 'credentialSubject.identifier.0.identityHash', 'Somebody Else'],
    ['the end', 'validUntil', '2099-01-01T00:00:00Z'],
    ['the award', 'credentialSubject.achievement.name', 'Master County Clerk'],
    ['the position in the status list', 'credentialStatus.statusListIndex', '1'],
    ['the status (removed)', 'credentialStatus', undefined],
    ['the issuer', 'issuer.name', 'Shoreline Association of Realtors'],
  ])('has an invalid signature after a change of %s', async (_, path, value) => {
    const { id } = await storeCertification(demo(), createCertification());
    const credential = await getCredential(id);
    const names = path.split('.');
    const holder = names.slice(0, -1).reduce((inner, name) => inner[name], credential);
    holder[names.at(-1) ?? ''] = value;
    // JSON leaves out properties that are undefined.
    expect(await verify(JSON.parse(JSON.stringify(credential)))).toMatchObject({
      errors: ['invalid_signature'],
    });
  });

  it('is verified as revoked after revocation, also in earlier copies, and not as expired', async () => {
    const item = await storeCertification(demo(), createCertification());
    const other = await storeCertification(demo(), createCertification());
    const before = await getCredential(item.id);
    expect(await verify(before)).toMatchObject({ revocation_status: true });
    await commit(buildRevocationChanges(demo(), item));
    expect(await verify(before)).toMatchObject({
      valid_signature: true,
      expiration: true,
      revocation_status: false,
      schema: [],
    });
    expect(await verify(await getCredential(other.id))).toMatchObject({ revocation_status: true });
  });

  it('is verified as expired after its last day, and not as revoked', async () => {
    const item = createCertification({
      awardedDate: '2020-01-15',
      validFrom: '2020-01-15',
      validThrough: '2022-01-14',
    });
    const { id } = await storeCertification(demo(), item);
    expect(await verify(await getCredential(id))).toMatchObject({
      valid_signature: true,
      expiration: false,
      revocation_status: true,
      schema: [],
    });
  });

  it('is readable only by its holder and by callers who may read credits', async () => {
    const { id, personId } = await storeCertification(demo(), createCertification());
    const path = `/api/v1/Certifications/${id}/Credential`;
    const as = async (person: string) => {
      const subject = randomUUID();
      const ownToken = await platform.tokenFor({ tenant: 'demo', subject });
      await commit([update(demo().key(`SUBJECT#${subject}`, 'ACCESS'), { set: { personId: person } })]);
      return (await platform.call('GET', 'training', path, { tenant: 'demo', token: ownToken })).status;
    };
    expect([await as(personId), await as(randomUUID())]).toEqual([200, 403]);
    expect((await call(`/api/v1/Certifications/${randomUUID()}/Credential`)).status).toBe(404);
  });
});
