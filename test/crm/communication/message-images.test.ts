// Pictures for messages (docs/interface/communication.md#pictures).
import jpegJs from 'jpeg-js';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { startUnreliableDatabase } from '../../harness/unreliable-database.ts';
import { addExif, BLUE, isNear, pixelAt, RED, toJpeg, toPng } from './pictures.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.communication.read', 'crm.communication.write', 'crm.communication.send'],
  });
});
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body });
async function done(method: string, path: string, body?: unknown): Promise<Body> {
  const reply = await send(method, path, body);
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}
let count = 0;
const nextName = (): string => {
  count += 1;
  return `Picture ${count}`;
};
const upload = (bytes: Buffer): Promise<Body> =>
  done('POST', '/MessageImages', { name: nextName(), content: bytes.toString('base64') });
/** What a mail program gets at an address: without any header of ours. */
async function load(address: string) {
  const reply = await fetch(address);
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}
const red = () => RED;
const mjml = (address: string): string =>
  `<mjml><mj-body><mj-section><mj-column><mj-image alt="Logo" src="${address}" /></mj-column></mj-section></mj-body></mjml>`;

describe('an uploaded picture', () => {
  it('is shown at its address to everybody, for a long time, as what it is', async () => {
    const image = await upload(toPng(40, 20, red));
    expect(image).toMatchObject({ contentType: 'image/png', width: 40, height: 20 });
    const { status, headers, bytes } = await load(image.address);
    expect([status, bytes.length]).toEqual([200, image.size]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.has('set-cookie')).toBe(false);
    const again = await fetch(image.address, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    const listed = (await done('GET', '/MessageImages?pageSize=200')).data;
    expect(listed).toContainEqual(image);
  });

  it('is at no other address', async () => {
    const { id, address } = await upload(toPng(4, 4, red));
    const other = await upload(toPng(4, 4, red));
    const secret = address.slice(address.lastIndexOf('.') + 1);
    for (const wrong of [
      `${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`,
      address.replace('/demo/', '/harbor/'),
      other.address.replace(/\.[^.]*$/, `.${secret}`),
      address.replace(`.${secret}`, ''),
      address.replace(id, id.toUpperCase()),
    ])
      expect([wrong, (await load(wrong)).status]).toEqual([wrong, 404]);
  });

  it('stays a PNG with what is transparent in it, and is not wider than mails show it', async () => {
    const half = (x: number) => (x < 800 ? RED : ([20, 20, 220, 0] as const));
    const image = await upload(toPng(1600, 20, half));
    expect(image).toMatchObject({ contentType: 'image/png', width: 1200, height: 15 });
    const picture = PNG.sync.read((await load(image.address)).bytes);
    expect(isNear(pixelAt(picture, 100, 7), RED)).toBe(true);
    expect([picture.data[(7 * 1200 + 100) * 4 + 3], picture.data[(7 * 1200 + 1100) * 4 + 3]]).toEqual([
      255, 0,
    ]);
  });

  it('is upright as a JPEG, without where it was taken', async () => {
    const photo = toJpeg(40, 20, (x) => (x < 20 ? RED : BLUE));
    const image = await upload(addExif(photo, 6));
    expect(image).toMatchObject({ contentType: 'image/jpeg', width: 20, height: 40 });
    const { bytes } = await load(image.address);
    expect(bytes.includes('GPS')).toBe(false);
    expect(bytes.includes('hidden')).toBe(false);
    expect(isNear(pixelAt(jpegJs.decode(bytes), 10, 5), RED)).toBe(true);
  });

  it('is refused when it is none, or too large as mails would show it', async () => {
    const noise = toPng(800, 600, (x, y) => {
      const value = (x * 7919 + y * 104_729) ^ (x * y * 31);
      return [value & 255, (value >> 3) & 255, (value >> 6) & 255];
    });
    for (const [bytes, message] of [
      [Buffer.from('GIF89a and so on'), 'a GIF'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'an SVG'],
      [toPng(40, 20, red).subarray(0, 60), 'PNG'],
      [noise, '1000000'],
    ] as const) {
      const reply = await send('POST', '/MessageImages', { name: 'X', content: bytes.toString('base64') });
      expect([reply.status, reply.body.error.details[0]]).toEqual([
        400,
        expect.objectContaining({ field: 'content', message: expect.stringContaining(message) }),
      ]);
    }
  });
});

describe('a picture that a message names', () => {
  it('is in the message, and is not deleted while a template names it', async () => {
    const { id, address } = await upload(toPng(40, 20, red));
    const path = `/MessageTemplates/${(await done('POST', '/MessageTemplates', { name: nextName(), subject: 'Hello', mjml: mjml(address) })).id}`;
    expect((await done('POST', `${path}/Preview`, {})).html).toContain(`src="${address}"`);
    const refused = await send('DELETE', `/MessageImages/${id}`);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('Picture')]);
    await done('PUT', path, { name: nextName(), subject: 'Hello', mjml: mjml('https://x.example/a.png') });
    await done('DELETE', `/MessageImages/${id}`);
    expect((await load(address)).status).toBe(404);
    const late = await send('PUT', path, { name: nextName(), subject: 'Hello', mjml: mjml(address) });
    expect([late.status, late.body.error.details[0].code]).toEqual([400, 'UNKNOWN_VALUE']);
  });

  it('is named by its whole address, or the message is refused instead of showing nothing', async () => {
    const { address } = await upload(toPng(4, 4, red));
    const wrong = `${address.slice(0, -43)}${'A'.repeat(43)}`;
    const body = { name: nextName(), subject: 'Hello', mjml: `${mjml(address)}<!-- ${wrong} -->` };
    const reply = await send('POST', '/MessageTemplates', body);
    expect([reply.status, reply.body.error.details]).toEqual([
      400,
      [expect.objectContaining({ code: 'UNKNOWN_VALUE', message: expect.stringContaining('AAAA') })],
    ]);
  });

  it('is not deleted before a broadcast that names it is over', async () => {
    const { id, address } = await upload(toPng(40, 20, red));
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Nobody'] }] };
    const draft = { name: nextName(), subject: 'Hello', mjml: mjml(address), filterBody };
    const broadcast = await done('POST', '/Broadcasts', draft);
    expect((await send('DELETE', `/MessageImages/${id}`)).status).toBe(409);
    await done('POST', `/Broadcasts/${broadcast.id}/Send`, { sendAt: '2099-03-01T09:00' });
    expect((await send('DELETE', `/MessageImages/${id}`)).status).toBe(409);
    await done('POST', `/Broadcasts/${broadcast.id}/Cancel`);
    await done('DELETE', `/MessageImages/${id}`);
  });

  it('is either used or deleted when both are asked for at the same moment', async () => {
    const { id, address } = await upload(toPng(40, 20, red));
    const [used, deleted] = await Promise.all([
      send('POST', '/MessageTemplates', { name: nextName(), subject: 'Hello', mjml: mjml(address) }),
      send('DELETE', `/MessageImages/${id}`),
    ]);
    expect([
      [201, 409],
      [400, 204],
    ]).toContainEqual([used.status, deleted.status]);
  });

  it.each(['GetItem', 'Query'])(
    'is not deleted when a template begins to use it before the %s of its uses',
    async (operation) => {
      const { id, address } = await upload(toPng(40, 20, red));
      const template = { name: nextName(), subject: 'Hello', mjml: mjml(address) };
      const database = await startUnreliableDatabase();
      let use: Promise<{ status: number }> | undefined;
      database.chooseFault = async (request) => {
        if (use || request.operation !== operation || !request.body.includes(`MESSAGE-IMAGE#${id}`))
          return undefined;
        use = send('POST', '/MessageTemplates', template);
        await use;
        return undefined;
      };
      const deleted = await send('DELETE', `/MessageImages/${id}`).finally(() => database.stop());
      expect([(await use)?.status, deleted.status]).toEqual([201, 409]);
    },
  );
});
