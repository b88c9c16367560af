// Certificates in the language of their holder, and in the layout of the tenant (docs/interface/training.md#certificates).
import jsQR from 'jsqr';
import { getDocument, OPS } from 'unpdf/pdfjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { BLUE, toPng } from '../../crm/communication/pictures.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createCertification, storeCertification } from './certification-fixture.ts';

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

const call = (method: string, address: string, body?: object, headers = {}, caller = token) =>
  platform.call(method, 'training', address, {
    tenant: 'demo',
    token: caller,
    headers,
    ...(body && { body }),
  });

interface Page {
  readonly text: string;
  readonly size: readonly number[];
  /** Each text with its place, from the lower left corner. */
  readonly items: readonly { readonly str: string; readonly width: number; readonly transform: number[] }[];
  readonly pictures: number;
  /** What the QR code says. */
  readonly code: string | undefined;
}

/** Reads the QR code of a page from the squares that it is drawn of. */
function readCode(rectangles: readonly (readonly number[])[], pageWidth: number): string | undefined {
  const scale = 3;
  const side = Math.ceil(pageWidth) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [left = 0, top = 0, right = 0, bottom = 0] of rectangles)
    for (let y = Math.round(top * scale); y < Math.round(bottom * scale); y += 1)
      for (let x = Math.round(left * scale); x < Math.round(right * scale); x += 1)
        pixels.fill(0, 4 * (y * side + x), 4 * (y * side + x) + 3);
  return jsQR.default(pixels, side, side)?.data;
}

/** The small rectangles of a path: numbers 0, 1 and 4 begin a point, a line and the end of a shape. */
function listRectangles(args: unknown): number[][] {
  const [, [path] = []] = args as [number, ArrayLike<number>[]];
  const numbers = Array.from(path ?? []);
  const found: number[][] = [];
  for (let at = 0; at + 12 < numbers.length; at += 13) {
    const [start, left = 0, top = 0, , right = 0, , , , bottom = 0] = numbers.slice(at, at + 13);
    if (start !== 0 || numbers[at + 12] !== 4) return found;
    if (right - left < 40 && bottom - top < 40) found.push([left, top, right, bottom]);
  }
  return found;
}

async function readPage(bytes: Uint8Array): Promise<Page> {
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const { fnArray, argsArray } = await page.getOperatorList();
  const [, , width = 0, height = 0] = page.view;
  const small = argsArray.flatMap((args: unknown, index: number) => {
    if (fnArray[index] !== OPS.constructPath) return [];
    return listRectangles(args);
  });
  const texts = items.flatMap((item) => ('str' in item ? [item] : []));
  return {
    text: texts.map(({ str }) => str).join('|'),
    size: [width, height].map(Math.round),
    items: texts,
    pictures: fnArray.filter((operation: number) => operation === OPS.paintImageXObject).length,
    code: readCode(small, Math.max(width, height)),
  };
}

const logo = toPng(480, 160, () => BLUE).toString('base64');
const layout = {
  ...{ orientation: 'portrait', paper: 'A4', logoPosition: 'left', font: 'sans', hasFrame: false },
  ...{ inkColor: '#4A148C', accentColor: '#00695c' },
  coSignatories: [{ name: 'Hiro Tanaka', title: 'Dean' }, { name: 'Quinn Doe' }],
  texts: {
    en: { title: 'Diploma', body: 'For {{credits}} credits, no. {{number}}.' },
    es: { title: 'Constancia', body: 'Por {{credits}} créditos.' },
  },
};
const preview = async (body: object, query = '') => {
  const reply = await call('POST', `${path}/Preview${query}`, body);
  expect(reply.status, reply.text).toBe(200);
  return readPage(reply.bytes);
};

describe('the layout of certificates', () => {
  it('has paper, texts by language with what they are about, everyone who signs, and pictures', async () => {
    const signatory = { name: 'Farah Haddad', title: 'Executive Director' };
    const pictures = { logo, background: logo, coSignature1: logo };
    const page = await preview({ layout, signatory, ...pictures });
    expect(page.size).toEqual([595, 842]);
    expect(page.pictures).toBe(3);
    for (const text of [
      'Diploma',
      'For 24 credits, no. 0000-0000-0000.',
      'Farah Haddad',
      'Hiro Tanaka',
      'Dean',
    ])
      expect(page.text).toContain(text);
    expect(page.code).toContain('/api/v1/Public/Verify/demo/0000-0000-0000');
    const spanish = await preview({ layout, signatory }, '?language=es');
    for (const text of ['Constancia', 'Por 24 créditos.', 'Se certifica que', 'No vence'])
      expect(spanish.text).toContain(text);
    expect((await preview({})).size).toEqual([792, 612]);
  });

  it('changes only what is sent, and null brings back that of the platform', async () => {
    expect((await call('PUT', path, { layout })).body.layout).toMatchObject({
      ...{ orientation: 'portrait', inkColor: '#4a148c', texts: layout.texts },
    });
    const changed = await call('PUT', path, { layout: { orientation: 'landscape', texts: { es: null } } });
    expect(changed.body.layout).toMatchObject({ orientation: 'landscape', font: 'sans' });
    expect(changed.body.layout.texts).toEqual({ en: layout.texts.en });
    expect((await call('PUT', path, { layout: null })).body.layout).toMatchObject({
      ...{ orientation: 'landscape', paper: null, font: 'serif', texts: {}, coSignatories: [] },
    });
  });

  it('refuses names in braces that are not known, a third person who signs besides, and colours in words', async () => {
    const unknown = await call('PUT', path, { layout: { texts: { en: { body: 'By {{instructor}}' } } } });
    expect([unknown.status, unknown.body.error.message]).toEqual([
      400,
      expect.stringContaining('{{instructor}} is no placeholder; valid are {{person}}'),
    ]);
    const three = [...layout.coSignatories, { name: 'One more' }];
    expect((await call('PUT', path, { layout: { coSignatories: three } })).status).toBe(400);
    const red = await call('PUT', path, { layout: { inkColor: 'red' } });
    expect([red.status, red.body.error.message]).toEqual([
      400,
      'layout.inkColor must be six hexadecimal digits after #, such as #1b2f4b, but was red.',
    ]);
  });

  it.each(['landscape', 'portrait'] as const)(
    'has the longest names and texts on the page, whole, and a code that can be read: %s',
    async (orientation) => {
      const word = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';
      const name = `Maria ${word} ${word}`;
      const signatory = { name, title: name };
      const texts = {
        en: { title: 'W'.repeat(60), opening: `${name} `.repeat(1), body: `${name}. `.repeat(4) },
      };
      const page = await preview({
        ...{ signatory, logo },
        layout: { orientation, coSignatories: [signatory, signatory], texts },
      });
      const [width = 0, height = 0] = page.size;
      expect(page.text).not.toContain('…');
      expect(page.code).toContain('/api/v1/Public/Verify/demo/');
      for (const { str, width: long, transform } of page.items) {
        const [left = 0, bottom = 0] = transform.slice(4);
        if (str.trim() === '') continue;
        expect(left, str).toBeGreaterThan(34);
        expect(left + long, str).toBeLessThan(width - 34);
        expect(bottom, str).toBeGreaterThan(36);
        expect(bottom, str).toBeLessThan(height - 36);
      }
    },
  );
});

describe('the language of a certificate', () => {
  const setTenantLanguage = (language: string) =>
    commit([update(tenantKey(platform.store('demo')), { set: { language } })]);
  afterAll(() => setTenantLanguage('en'));

  it('is the one that is asked for, that of the browser of its holder, or that of the tenant', async () => {
    const { id, personId } = await storeCertification(platform.store('demo'), createCertification());
    const own = `/api/v1/Certifications/${id}/Certificate.pdf`;
    const holder = await platform.tokenFor({ tenant: 'demo', personId });
    const spanish = { 'Accept-Language': 'es-MX,es;q=0.9,en;q=0.5' };
    const read = async (query: string, headers: object, caller = token) =>
      (await readPage((await call('GET', `${own}${query}`, undefined, headers, caller)).bytes)).text;
    expect(await read('', {})).toContain('March 14, 2026');
    expect(await read('?language=es', {})).toContain('14 de marzo de 2026');
    expect(await read('', spanish)).toContain('This certifies that');
    expect(await read('', spanish, holder)).toContain('Se certifica que');
    expect((await call('GET', `${own}?language=tlh`)).status).toBe(400);
    await setTenantLanguage('es');
    expect(await read('', {})).toContain('Se certifica que');
    expect(await read('', { 'Accept-Language': 'fr' }, holder)).toContain('Se certifica que');
    expect(await read('?language=en', spanish, holder)).toContain('This certifies that');
  });

  it('of its verification is that of the browser, or that of the tenant', async () => {
    const { certificateNumber } = await storeCertification(platform.store('demo'), createCertification());
    const read = async (headers: object, query = '') =>
      platform.call('GET', 'training', `/api/v1/Public/Verify/demo/${certificateNumber}${query}`, {
        headers: { Accept: 'text/html', ...headers },
      });
    await setTenantLanguage('en');
    const spanish = await read({ 'Accept-Language': 'es' });
    expect(spanish.headers.get('content-language')).toBe('es');
    expect(spanish.text).toContain('<html lang="es">');
    expect(spanish.text).toMatch(/Este certificado es válido[\s\S]*13 de marzo de 2030/);
    expect((await read({})).text).toContain('This certificate is valid');
    expect((await read({}, '?language=es')).text).toContain('Titular');
    await setTenantLanguage('es');
    expect((await read({ 'Accept-Language': 'fr' })).text).toContain('Este certificado es válido');
  });
});
