// A certificate in the new name of its holder: the former one is still verified, and points to it
// (docs/interface/training.md#certificates).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createCertification, storeCertification } from './certification-fixture.ts';
import { blockExternalRequests, verify as verifyCredential } from './verifier.ts';

let platform: TestPlatform;
let token: string;
let restoreFetch: () => void;
beforeAll(async () => {
  restoreFetch = blockExternalRequests();
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.certifications.write', 'training.credits.read', 'crm.people.write'],
  });
});
afterAll(async () => {
  await platform.stop();
  restoreFetch();
});

const call = (method: string, path: string, body?: object) =>
  platform.call(method, 'training', path, { tenant: 'demo', token, body });
const reissue = (id: string, body?: object) => call('POST', `/api/v1/Certifications/${id}/Reissue`, body);
const verify = async (number: string, accept = 'application/json') =>
  platform.call('GET', 'training', `/api/v1/Public/Verify/demo/${number}`, { headers: { Accept: accept } });

/** A certification of a person whose name has changed since. */
async function certify(formerName: string, lastName: string) {
  const created = await platform.call('POST', 'crm', '/api/v1/people', {
    ...{ tenant: 'demo', token },
    body: { firstName: 'Maya', lastName },
  });
  expect(created.status, created.text).toBe(201);
  const parts = { personId: created.body.id, personName: formerName };
  return storeCertification(platform.store('demo'), createCertification(parts));
}

it('has a number of its own in the present name, and the former number is verified in the name that is printed', async () => {
  const { id, certificateNumber } = await certify('Maya Stone', 'Rivers');
  const copy = (await call('GET', `/api/v1/Certifications/${id}/Credential`)).body;
  const { status, body, text } = await reissue(id);
  expect(status, text).toBe(200);
  expect(body).toMatchObject({
    personName: 'Maya Rivers',
    formerCertificates: [{ certificateNumber, personName: 'Maya Stone' }],
  });
  expect(body.certificateNumber).not.toBe(certificateNumber);
  expect((await call('GET', `/api/v1/Certifications/${id}`)).body).toEqual(body);

  const [former, present] = [await verify(certificateNumber), await verify(body.certificateNumber)];
  const [{ replacedDate }] = body.formerCertificates;
  expect(former.body).toMatchObject({
    ...{ status: 'Valid', certificateNumber, holder: 'Maya Stone' },
    ...{ replacedBy: body.certificateNumber, replacedDate },
  });
  // The former certificate does not tell the present name, nor the present one the former.
  expect(former.text).not.toContain('Rivers');
  expect(present.body).toMatchObject({ status: 'Valid', holder: 'Maya Rivers' });
  expect(present.text).not.toMatch(/Stone|replacedBy/);
  const page = await verify(certificateNumber, 'text/html');
  expect(page.text).toContain(`<a href="${body.certificateNumber}">${body.certificateNumber}</a>`);
  expect(page.text).not.toContain('Rivers');

  // Credentials of both names are those of one certification: both stand until it is revoked.
  const credential = (await call('GET', `/api/v1/Certifications/${id}/Credential`)).body;
  expect(credential.credentialSubject).toMatchObject({
    ...{ name: 'Maya Rivers', licenseNumber: body.certificateNumber },
  });
  const accepted = { valid_signature: true, revocation_status: true, schema: [] };
  for (const issued of [copy, credential]) expect(await verifyCredential(issued)).toMatchObject(accepted);
  const revoked = await call('POST', `/api/v1/Certifications/${id}/Revoke`, { reason: 'Resigned.' });
  expect(revoked.status, revoked.text).toBe(200);
  for (const number of [certificateNumber, body.certificateNumber])
    expect((await verify(number)).body.status).toBe('Revoked');
  for (const issued of [copy, credential])
    expect(await verifyCredential(issued)).toMatchObject({ ...accepted, revocation_status: false });
});

it('points to the present one from each of several former ones', async () => {
  const item = await certify('Maya Stone', 'Rivers');
  const second = (await reissue(item.id)).body;
  await platform.call('PUT', 'crm', `/api/v1/people/${item.personId}`, {
    ...{ tenant: 'demo', token },
    body: { firstName: 'Maya', lastName: 'Lake' },
  });
  const third = (await reissue(item.id)).body;
  expect(third.formerCertificates.map(({ personName }: { personName: string }) => personName)).toEqual([
    'Maya Stone',
    'Maya Rivers',
  ]);
  for (const number of [item.certificateNumber, second.certificateNumber])
    expect((await verify(number)).body.replacedBy).toBe(third.certificateNumber);
});

it('is refused where the name has not changed, and where the certification was revoked', async () => {
  const { id } = await certify('Maya Stone', 'Rivers');
  const both = await Promise.all([reissue(id), reissue(id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await reissue(id)).text).toContain('in the name of Maya Rivers already');
  const revoked = await certify('Maya Stone', 'Rivers');
  await call('POST', `/api/v1/Certifications/${revoked.id}/Revoke`, { reason: 'Resigned.' });
  const { status, text } = await reissue(revoked.id);
  expect(status).toBe(409);
  expect(text).toContain('was revoked on');
});
