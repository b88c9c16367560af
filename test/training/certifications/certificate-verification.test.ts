// Verifying the number of a certificate in public.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CertificationItem,
  certificationKey,
} from '../../../functions/training/records/training-record/certification.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createCertification, storeCertification } from './certification-fixture.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const demo = () => platform.store('demo');

describe('GET /api/v1/Public/Verify/{tenantCode}/{certificateNumber}', () => {
  const verify = (number: string, headers: Readonly<Record<string, string>> = {}, code = 'demo') =>
    platform.call('GET', 'training', `/api/v1/Public/Verify/${code}/${encodeURIComponent(number)}`, {
      headers,
    });
  const statusOf = async (parts: Partial<CertificationItem>) => {
    const { certificateNumber } = await storeCertification(demo(), createCertification(parts));
    return (await verify(certificateNumber)).body.status;
  };

  it('distinguishes valid, not yet valid, expired and revoked by the day in the time zone of the tenant', async () => {
    const past = { validFrom: '2020-01-01', validThrough: '2021-12-31' };
    expect(await statusOf({})).toBe('Valid');
    expect(await statusOf({ validThrough: undefined })).toBe('Valid');
    expect(await statusOf(past)).toBe('Expired');
    // The grace period only allows renewing: for everyone else the certification has expired.
    expect(await statusOf({ ...past, graceThrough: '2099-01-01' })).toBe('Expired');
    expect(await statusOf({ validFrom: '2098-01-01', validThrough: '2099-12-31' })).toBe('NotYetValid');
    expect(await statusOf({ revokedDate: '2026-05-01' })).toBe('Revoked');
    expect(await statusOf({ ...past, revokedDate: '2021-05-01' })).toBe('Revoked');
  });

  it('uses the clock of a sandbox', async () => {
    const { certificateNumber } = await storeCertification(
      demo(),
      createCertification({ validThrough: '2035-01-31' }),
    );
    const offset = (seconds: number) =>
      commit([update(tenantKey(demo()), { set: { clockOffsetSeconds: seconds } })]);
    // The tenant's midnight at the start of February 1, 2035, and its distance from the current time.
    const midnight = Date.parse('2035-02-01T08:00:00Z');
    const secondsTo = (moment: number) => Math.round((moment - Date.now()) / 1000);
    await offset(secondsTo(midnight - 60_000));
    expect((await verify(certificateNumber)).body.status).toBe('Valid');
    await offset(secondsTo(midnight + 60_000));
    expect((await verify(certificateNumber)).body.status).toBe('Expired');
    await offset(0);
  });

  it('returns what is printed on the certificate and nothing else', async () => {
    const item = await storeCertification(
      demo(),
      createCertification({ revokedDate: '2026-05-01', revocationReason: 'Fraud.' }),
    );
    expect((await verify(item.certificateNumber)).body).toEqual({
      status: 'Revoked',
      certificateNumber: item.certificateNumber,
      issuer: 'Cascadia Association of Counties',
      holder: item.personName,
      award: item.awardName,
      awardedDate: item.awardedDate,
      validFrom: item.validFrom,
      validThrough: item.validThrough,
      revokedDate: '2026-05-01',
    });
  });

  it('accepts the number with or without spaces and hyphens', async () => {
    const { certificateNumber } = await storeCertification(demo(), createCertification());
    for (const typed of [certificateNumber.replaceAll('-', ''), certificateNumber.replaceAll('-', ' ')])
      expect((await verify(typed)).body).toMatchObject({ status: 'Valid', certificateNumber });
  });

  it('returns Unknown for a number of another tenant, and for text that is not a number', async () => {
    const { certificateNumber } = await storeCertification(demo(), createCertification());
    for (const [number, code] of [
      [certificateNumber, 'harbor'],
      [certificateNumber, 'nobody'],
      ['x'.repeat(2000), 'demo'],
      ['<script>', 'demo'],
    ] as const) {
      const { status, body } = await verify(number, {}, code);
      expect([status, body.status]).toEqual([200, 'Unknown']);
      expect(
        Object.keys(body).every((name) => ['status', 'certificateNumber', 'issuer'].includes(name)),
      ).toBe(true);
    }
  });

  it('returns an HTML page to a browser; it loads no resource, runs no script, and escapes names', async () => {
    const holder = '<img src=x onerror=alert(1)> & "Bo"';
    const item = await storeCertification(demo(), createCertification({ personName: holder }));
    const reply = await verify(item.certificateNumber, {
      Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    });
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('vary')).toBe('Accept, Accept-Language');
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    const style = /<style>([\s\S]*)<\/style>/.exec(reply.text)?.[1] ?? '';
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
    expect(reply.text).toContain('This certificate is valid');
    // Days are written as on the certificate itself, which the demo prints on Letter paper.
    expect(reply.text).toMatch(/<dd dir="auto">[A-Z][a-z]+ \d{1,2}, \d{4}<\/dd>/);
    expect(reply.text).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Bo&quot;');
    expect(reply.text).not.toContain('<img');
    expect(reply.text).not.toContain('<script');
    const unknown = await verify('"><script>x</script>', { Accept: 'text/html' });
    expect(unknown.text).toContain('This certificate is unknown');
    expect(unknown.text).not.toContain('<script');
  });

  it('returns the current status, also directly after a revocation', async () => {
    const item = await storeCertification(demo(), createCertification());
    expect((await verify(item.certificateNumber)).body.status).toBe('Valid');
    await commit([
      update(certificationKey(demo(), item.personId, item.id), { set: { revokedDate: '2026-06-01' } }),
    ]);
    expect((await verify(item.certificateNumber)).body.status).toBe('Revoked');
  });
});
