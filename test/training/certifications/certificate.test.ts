// The printed certificate and its public verification: the same bytes each time, every name legible, four statuses.
import { createHash, randomUUID } from 'node:crypto';
import { getDocument } from 'unpdf/pdfjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CertificateView } from '../../../functions/training/credentials/certificate/certificate-view.ts';
import {
  renderCertificate,
  renderCertificates,
} from '../../../functions/training/credentials/certificate/render-certificates.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createCertification, storeCertification } from './certification-fixture.ts';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.credits.read'] });
});
afterAll(() => platform.stop());

const demo = () => platform.store('demo');
const getCertificate = (id: string) =>
  platform.call('GET', 'training', `/api/v1/Certifications/${id}/Certificate.pdf`, { tenant: 'demo', token });

/** Reads the text, the links and the size of each page; a "|" separates the parts of a text. */
async function readPdf(bytes: Uint8Array) {
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const { items } = await page.getTextContent();
      const links = await page.getAnnotations();
      const [, , width = 0, height = 0] = page.view;
      return {
        text: items.map((item) => ('str' in item ? item.str : '')).join('|'),
        links: links.map(({ url }) => url),
        size: [width, height],
      };
    }),
  );
  return { pages, metadata: await document.getMetadata() };
}

const view: CertificateView = {
  issuer: 'Cascadia Association of Counties',
  holder: 'Åsa Lindqvist',
  award: 'Certified County Clerk',
  awardedDate: '2026-03-14',
  validFrom: '2026-03-14',
  validThrough: '2030-03-13',
  certificateNumber: '482-193-057',
  verificationUrl: 'https://training.example/api/v1/Public/Verify/demo/482-193-057',
  paper: 'LETTER',
};

describe('a certificate', () => {
  it('is the same, byte for byte, for the same data, and different for different data', async () => {
    const [first, second] = [await renderCertificate(view), await renderCertificate({ ...view })];
    expect(Buffer.compare(first, second)).toBe(0);
    expect(Buffer.compare(first, await renderCertificate({ ...view, holder: 'Åse Lindqvist' }))).not.toBe(0);
  });

  it('states the holder, the award and its dates, and links to its verification', async () => {
    const { pages, metadata } = await readPdf(await renderCertificate(view));
    const [page] = pages;
    expect(pages).toHaveLength(1);
    // The issuer is printed with wide letter spacing, which a PDF reader returns as spaces.
    expect(page?.text.replaceAll(' ', '')).toContain('CASCADIAASSOCIATIONOFCOUNTIES');
    for (const text of [
      'Åsa Lindqvist',
      'Certified County Clerk',
      'March 14, 2026',
      'March 13, 2030',
      'Certificate no. 482-193-057',
    ])
      expect(page?.text).toContain(text);
    expect(page?.links).toEqual([view.verificationUrl]);
    expect(page?.size).toEqual([792, 612]);
    expect(metadata.info).toMatchObject({
      Title: 'Certified County Clerk: Åsa Lindqvist',
      Author: 'Cascadia Association of Counties',
      CreationDate: 'D:20260314000000Z',
    });
  });

  it('states the first valid day if it differs from the day it was awarded, and that it does not expire', async () => {
    const renewed = await readPdf(await renderCertificate({ ...view, validFrom: '2026-06-01', paper: 'A4' }));
    expect(renewed.pages[0]?.text).toContain('1 June 2026');
    expect(renewed.pages[0]?.size.map(Math.round)).toEqual([842, 595]);
    const endless = await readPdf(await renderCertificate({ ...view, validThrough: undefined }));
    expect(endless.pages[0]?.text).toContain('Does not expire');
  });

  it.each([
    'Đặng Thị Ngọc Ánh',
    'Αλέξανδρος Παπαδόπουλος',
    'Олександра Шевченко',
    'Łukasz Żółć',
    'Հայկ Սարգսյան',
    '王小明',
    '김민준',
    '田中さくら',
    'สมชาย',
    'שרה',
    'محمد',
    'प्रिया',
    'Bo 🌸',
  ])('prints %s in fonts that it embeds', async (holder) => {
    const { pages } = await readPdf(await renderCertificate({ ...view, holder }));
    // readPdf separates the parts of a name that are in different fonts.
    expect(pages[0]?.text.replaceAll('|', '').normalize('NFC')).toContain(holder);
  });

  it('is the same, byte for byte, in every script, and embeds only the letters that it uses', async () => {
    const drawn = {
      ...view,
      holder: '王小明 שרה',
      award: 'प्रमाणित काउंटी क्लर्क',
      issuer: '日本カウンティー協会',
    };
    const first = await renderCertificate(drawn);
    expect(Buffer.compare(first, await renderCertificate({ ...drawn }))).toBe(0);
    expect(first.length - (await renderCertificate(view)).length).toBeLessThan(20_000);
  });

  it.each([
    'Advanced Certificate in Intergovernmental Revenue Forecasting and Planning ',
    '政府間歳入予測と計画に関する上級課程「公開会議と議事録」修了、',
    'ใบรับรองขั้นสูงด้านการพยากรณ์รายได้ระหว่างรัฐบาลและการวางแผน',
  ])('has the longest names and titles within its frame: %s', async (award) => {
    const long = {
      ...view,
      holder: 'Maria Magdalena Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh '.repeat(3).trim(),
      award: award.repeat(4).slice(0, 200),
      issuer: 'The Regional Association of County Commissioners, Clerks, Assessors and Treasurers '.repeat(2),
    };
    const document = await getDocument({ data: await renderCertificate(long), verbosity: 0 }).promise;
    const { items } = await (await document.getPage(1)).getTextContent();
    expect(items.length).toBeGreaterThan(8);
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [left = 0, bottom = 0] = item.transform.slice(4);
      expect(left, item.str).toBeGreaterThan(40);
      expect(left + item.width, item.str).toBeLessThan(792 - 40);
      expect(bottom, item.str).toBeGreaterThan(36);
    }
  });

  it('has a page of its own when several are rendered together', async () => {
    const { pages } = await readPdf(
      await renderCertificates([view, { ...view, holder: 'Bo Ek', paper: 'A4' }]),
    );
    expect(pages.map(({ text }) => /Lindqvist|Bo Ek/.exec(text)?.[0])).toEqual(['Lindqvist', 'Bo Ek']);
    await expect(renderCertificates([])).rejects.toThrow('certificate');
  });
});

describe('GET /api/v1/Certifications/{id}/Certificate.pdf', () => {
  it('returns the PDF for display, with a file name and a QR code that links to this platform', async () => {
    const { id, certificateNumber } = await storeCertification(demo(), createCertification());
    const reply = await getCertificate(id);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('content-disposition')).toContain(
      'inline; filename="Certified County Clerk - Asa Lindqvist.pdf"',
    );
    const { pages } = await readPdf(reply.bytes);
    expect(pages[0]?.links).toEqual([
      `${platform.urls.training}/api/v1/Public/Verify/demo/${certificateNumber}`,
    ]);
    // The address is also printed, for people without a camera (anyone can verify a certificate).
    expect(pages[0]?.text.replaceAll('|', '')).toContain(pages[0]?.links[0] ?? 'a link');
    const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(sha((await getCertificate(id)).bytes)).toBe(sha(reply.bytes));
  });

  it('is refused for a revoked certification as PDF and as credential alike', async () => {
    const { id } = await storeCertification(demo(), createCertification({ revokedDate: '2026-05-01' }));
    const path = `/api/v1/Certifications/${id}/Credential`;
    const [pdf, credential] = [
      await getCertificate(id),
      await platform.call('GET', 'training', path, { tenant: 'demo', token }),
    ];
    expect([credential.status, credential.body.error.code]).toEqual([409, 'CONFLICT']);
    expect([pdf.status, pdf.body.error.message]).toEqual([409, credential.body.error.message]);
  });

  it('returns no PDF for a revoked certification, for other people, or for an unknown id', async () => {
    const revoked = await storeCertification(demo(), createCertification({ revokedDate: '2026-05-01' }));
    const reply = await getCertificate(revoked.id);
    expect([reply.status, reply.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(reply.body.error.message).toContain('revoked on 2026-05-01');
    const stranger = await platform.tokenFor({ tenant: 'demo' });
    const path = `/api/v1/Certifications/${revoked.id}/Certificate.pdf`;
    expect((await platform.call('GET', 'training', path, { tenant: 'demo', token: stranger })).status).toBe(
      403,
    );
    expect((await getCertificate(randomUUID())).status).toBe(404);
  });
});
