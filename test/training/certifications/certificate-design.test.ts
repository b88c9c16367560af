// The logo, the seal and the signatory that a tenant chooses for its certificates and badges, previewed before they are saved
// (docs/interface/training.md#certificates).
import { mkdir, writeFile } from 'node:fs/promises';
import { getDocument, OPS } from 'unpdf/pdfjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakLines } from '../../../functions/training/credentials/design/badge-image.ts';
import { BLUE, RED, toJpeg, toPng } from '../../crm/communication/pictures.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

/** Where documents are written for people to look at; nowhere by default. */
const pictures = process.env.CERTIFICATE_PICTURES;
const path = '/api/v1/Settings/Certificates';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.settings.read', 'training.settings.write', 'training.credits.read'],
  });
});
afterAll(() => platform.stop());

const call = (method: string, address: string, body?: object, tenant = 'demo') =>
  platform.call(method, 'training', address, { tenant, token, ...(body && { body }) });

/** The texts of the one page, how many pictures it has, and where they are. */
async function readPage(bytes: Uint8Array) {
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const { fnArray } = await page.getOperatorList();
  return {
    text: items.map((item) => ('str' in item ? item.str : '')).join('|'),
    pictures: fnArray.filter((operation: number) => operation === OPS.paintImageXObject).length,
  };
}

async function keep(name: string, bytes: Uint8Array | string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await writeFile(`${pictures}/${name}`, bytes);
}

const isInCircle = (x: number, y: number, side: number) =>
  (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 2) ** 2;
const logo = toPng(480, 160, (x, y) =>
  x < 160 && isInCircle(x, y, 160) ? RED : x > 180 ? BLUE : [0, 0, 0, 0],
);
const seal = toPng(300, 300, (x, y) => (isInCircle(x, y, 300) ? [168, 135, 63] : [0, 0, 0, 0]));
const signature = toPng(400, 120, (x, y) =>
  Math.abs(y - 60 - 40 * Math.sin(x / 30)) < 4 ? [20, 20, 60] : [0, 0, 0, 0],
);
const design = {
  signatory: { name: 'Farah Haddad', title: 'Executive Director' },
  logo: logo.toString('base64'),
  seal: seal.toString('base64'),
  signature: signature.toString('base64'),
};

describe('the design of certificates', () => {
  it('is previewed as a certificate and as a badge before it is saved', async () => {
    const certificate = await call('POST', `${path}/Preview`, design);
    expect([certificate.status, certificate.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await keep('preview.pdf', certificate.bytes);
    const page = await readPage(certificate.bytes);
    expect(page.pictures).toBe(3);
    for (const text of ['Farah Haddad', 'Executive Director', 'Does not expire'])
      expect(page.text).toContain(text);
    const badge = await call('POST', `${path}/Preview?as=badge`, design);
    expect(badge.headers.get('content-type')).toBe('image/svg+xml');
    await keep('badge.svg', badge.text);
    expect(badge.text).toContain('data:image/png;base64,');
    expect((await call('GET', path)).body).toMatchObject({
      ...{ signatory: null, pictures: { logo: null, seal: null, signature: null } },
    });
  });

  it('holds for every certificate from when it is saved, and only what is sent is changed', async () => {
    const saved = await call('PUT', path, design);
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body).toMatchObject({
      signatory: design.signatory,
      pictures: { logo: { contentType: 'image/png', width: 480, height: 160 }, seal: { width: 300 } },
    });
    expect((await call('GET', path)).body).toEqual(saved.body);
    const own = `/api/v1/Certifications/${platform.demo.values.certificationId}/Certificate.pdf`;
    const first = await call('GET', own);
    await keep('certificate.pdf', first.bytes);
    expect((await readPage(first.bytes)).pictures).toBe(3);
    expect(Buffer.compare(first.bytes, (await call('GET', own)).bytes)).toBe(0);
    await call('PUT', path, { seal: null });
    const second = await readPage((await call('GET', own)).bytes);
    expect(second.pictures).toBe(2);
    expect(second.text).toContain('Farah Haddad');
    await call('PUT', path, { signatory: null });
    // Without a signatory there is nobody whose signature it would be.
    expect((await readPage((await call('GET', own)).bytes)).pictures).toBe(1);
  });

  it('refuses what is no picture that certificates can show, and says what is valid', async () => {
    const pdf = Buffer.from('%PDF-1.7 no picture').toString('base64');
    const noise = toPng(1000, 1000, (x, y) => [
      (x * 7919 + y * 104_729) % 256,
      (x * y * 31) % 256,
      (x * 131 + y) % 256,
    ]);
    const { status, body } = await call('PUT', path, { logo: pdf, seal: noise.toString('base64') });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details).toMatchObject([
      { target: 'logo', message: expect.stringContaining('a PDF; a picture must be a whole JPEG or PNG') },
      { target: 'seal', message: expect.stringContaining('at most 280000 are allowed') },
    ]);
  });

  it('takes a photo of a signature, and scales it down', async () => {
    const photo = toJpeg(2000, 500, (x) => (x % 100 < 10 ? [0, 0, 0] : [250, 250, 250]));
    const { body } = await call('PUT', path, { signature: photo.toString('base64') });
    expect(body.pictures.signature).toMatchObject({ contentType: 'image/jpeg', width: 900, height: 225 });
  });

  it('is that of one tenant only', async () => {
    await call('PUT', path, design);
    const other = await platform.tokenFor({ tenant: 'harbor', permissions: ['training.settings.read'] });
    const reply = await platform.call('GET', 'training', path, { tenant: 'harbor', token: other });
    expect(reply.body).toMatchObject({ signatory: null, pictures: { logo: null } });
  });

  it('is audited without the bytes of pictures, and not overwritten by who has not seen it', async () => {
    const stale = await platform.call('PUT', 'training', path, {
      ...{ tenant: 'demo', token, body: { signatory: null }, headers: { 'If-Match': '"1"' } },
    });
    expect(stale.status).toBe(412);
    const { body } = await call('GET', '/api/v1/Settings/Audit?pageSize=1');
    expect(body[0]).toMatchObject({ setting: 'Certificates' });
    expect(JSON.stringify(body[0]).length).toBeLessThan(4000);
  });
});

describe('the image of a badge', () => {
  it('has the public address that a credential and its achievement name, and runs nothing', async () => {
    const credential = await call(
      'GET',
      `/api/v1/Certifications/${platform.demo.values.certificationId}/Credential`,
    );
    const { image, id } = credential.body.credentialSubject.achievement;
    expect(image).toMatchObject({ type: 'Image', caption: 'Certified County Clerk' });
    const achievement = await platform.call('GET', 'training', id.replace(platform.urls.training, ''));
    expect(achievement.body.image).toEqual(image);
    const shown = await fetch(image.id);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    const svg = await shown.text();
    expect(svg).toContain('Certified County');
    expect(svg).not.toMatch(/<script|onload/i);
    const unknown = await fetch(image.id.replace(/[0-9a-f-]{36}/, '00000000-0000-4000-8000-000000000000'));
    expect(unknown.status).toBe(404);
  });

  it('breaks long names into lines, and ends what does not fit', () => {
    expect(breakLines('Certified County Commissioner', 20, 4)).toEqual(['Certified County', 'Commissioner']);
    expect(breakLines('Donaudampfschifffahrtsgesellschaft', 20, 4)).toEqual(['Donaudampfschifffah…']);
    expect(breakLines('one two three', 5, 2)).toEqual(['one', 'two…']);
  });
});
