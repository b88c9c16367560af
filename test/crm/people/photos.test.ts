// Photos of people (docs/interface/crm.md#photos).
import jpegJs from 'jpeg-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as erasePeople } from '../../../functions/crm/jobs/erase-people/handler.ts';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { addExif, BLUE, isNear, pixelAt, RED, toJpeg, toPng } from '../communication/pictures.ts';

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token, body, headers });
const create = async (lastName: string): Promise<string> =>
  (await send('POST', '', { firstName: 'Ada', lastName })).body.id;
const upload = (id: string, file: Buffer) =>
  send('PUT', `/${id}/Photo`, { content: file.toString('base64') });
const linkOf = async (id: string): Promise<string> => (await send('GET', `/${id}`)).body.imageThumbUrl;

/** Opens a link as a browser does: without any header. */
const open = async (link: string) => {
  const path = link.slice(link.indexOf('/api/v1/Files/'));
  return platform.call('GET', 'training', path);
};
const readJpeg = async (link: string) => {
  const { status, headers, bytes } = await open(link);
  expect(status).toBe(200);
  return { headers, file: Buffer.from(bytes), ...jpegJs.decode(bytes) };
};

/** The event by which the table calls a function for an item of a person. */
const changeOf = (id: string, sk: string, type: string) => ({
  Records: [
    {
      eventName: 'MODIFY' as const,
      dynamodb: {
        Keys: { pk: { S: `T#demo#PERSON#${id}` }, sk: { S: sk } },
        NewImage: { type: { S: type } },
      },
    },
  ],
});

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'crm.people.erase',
      'crm.people.access-export',
      'crm.emails.read',
    ],
  });
});
afterAll(() => platform.stop());

describe('an uploaded photo', () => {
  it('is turned upright, scaled to 512 pixels, and has nothing of the file but the pixels', async () => {
    const id = await create('Upright');
    // Held with the right side down: the left half of the stored rows, red, is the top of the upright picture.
    const { status, body } = await upload(
      id,
      addExif(
        toJpeg(1024, 600, (x) => (x < 512 ? RED : BLUE)),
        6,
      ),
    );
    expect(status).toBe(200);
    const photo = await readJpeg(body.imageThumbUrl);
    expect([photo.width, photo.height]).toEqual([300, 512]);
    expect(isNear(pixelAt(photo, 150, 100), RED)).toBe(true);
    expect(isNear(pixelAt(photo, 150, 400), BLUE)).toBe(true);
    expect(photo.file.toString('latin1')).not.toMatch(/Exif|GPS|hidden/);
  });

  it.each([
    [2, [1, 0]],
    [3, [1, 1]],
    [4, [0, 1]],
    [5, [0, 0]],
    [6, [1, 0]],
    [7, [1, 1]],
    [8, [0, 1]],
  ] as const)(
    'of orientation %i has its first corner where it was taken',
    async (orientation, [right, down]) => {
      const id = await create('Corner');
      const corner = addExif(
        toJpeg(64, 32, (x, y) => (x < 16 && y < 16 ? RED : BLUE)),
        orientation,
      );
      const photo = await readJpeg((await upload(id, corner)).body.imageThumbUrl);
      expect([photo.width, photo.height]).toEqual(orientation >= 5 ? [32, 64] : [64, 32]);
      const at = pixelAt(photo, right ? photo.width - 5 : 4, down ? photo.height - 5 : 4);
      expect(isNear(at, RED), String(at)).toBe(true);
    },
  );

  it('is on white where it was transparent', async () => {
    const id = await create('Transparent');
    const png = toPng(40, 20, (x) => (x < 20 ? [0, 0, 0, 0] : RED));
    const photo = await readJpeg((await upload(id, png)).body.imageThumbUrl);
    expect([photo.width, photo.height]).toEqual([40, 20]);
    expect(isNear(pixelAt(photo, 5, 10), [255, 255, 255])).toBe(true);
    expect(isNear(pixelAt(photo, 32, 10), RED)).toBe(true);
  });

  const jpeg = toJpeg(32, 32, () => RED);
  const noisy = toJpeg(64, 64, (x, y) => [(x * 37) % 256, (y * 91) % 256, (x * y) % 256]);
  const huge = Buffer.from(toPng(8, 8, () => RED));
  huge.writeUInt32BE(30_000, 16);
  huge.writeUInt32BE(30_000, 20);
  const interlaced = Buffer.from(toPng(8, 8, () => RED));
  interlaced[28] = 1;
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2);
  it.each([
    [
      'a GIF',
      Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
      /a GIF; a photo must be a whole JPEG or PNG/,
    ],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /SVG.*JPEG or PNG/],
    ['a text', Buffer.from('photo.jpg'), /no picture.*JPEG or PNG/],
    ['a JPEG without its picture', jpeg.subarray(0, -100), /a damaged JPEG; a photo must be a whole/],
    ['a truncated JPEG', noisy.subarray(0, noisy.length / 2), /JPEG can't be read.*damaged or incomplete/],
    ['a truncated PNG', toPng(8, 8, () => RED).subarray(0, -20), /PNG can't be read/],
    ['a picture of 900 megapixels', huge, /30000 x 30000 pixels; at most 12582912.*4096 x 3072/],
    ['an interlaced PNG', interlaced, /save it without interlacing/],
    [
      'a JPEG of very many scans',
      Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 50 }, () => scan), jpeg.subarray(-2)]),
      /51 scans; a progressive JPEG may have 20/,
    ],
  ])('is refused when it is %s', async (_, file, message) => {
    const id = await create('Refused');
    const { status, body } = await upload(id, file);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ code: 'INVALID_FORMAT', field: 'content' }]);
    expect(body.error.message).toMatch(message);
    expect(await linkOf(id)).toBeNull();
  });

  it('is refused above 2.8 MB, and what is not base64', async () => {
    const id = await create('Large');
    expect((await upload(id, Buffer.alloc(2_800_001, 1))).body.error.message).toMatch(
      /at most 2800000 bytes; save the picture in a smaller size/,
    );
    expect((await send('PUT', `/${id}/Photo`, { content: 'photo.jpg!' })).body.error.message).toMatch(
      /base64/,
    );
  });

  it('may be one of their own for everybody, of others with crm.people.write', async () => {
    const [own, other] = [await create('Own'), await create('Other')];
    const self = await platform.tokenFor({ tenant: 'demo', permissions: [], personId: own });
    const put = (id: string) =>
      platform.call('PUT', 'crm', `/api/v1/people/${id}/Photo`, {
        tenant: 'demo',
        token: self,
        body: { content: jpeg.toString('base64') },
      });
    expect((await put(own)).status).toBe(200);
    expect((await put(other)).status).toBe(403);
  });
});

describe('the link to a photo', () => {
  const jpeg = toJpeg(32, 32, () => RED);

  it('is shown wherever the person is, the same all day, and displays without headers for a day at least', async () => {
    const id = await create('Shownwidely');
    const { imageThumbUrl: link } = (await upload(id, jpeg)).body;
    const { headers } = await readJpeg(link);
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^inline/);
    const expires = Number(/\.(\d+)\.[\w-]+$/.exec(link)?.[1]) * 1000;
    expect(expires % 86_400_000).toBe(0);
    expect(expires - Date.now()).toBeGreaterThan(86_400_000);
    expect(expires - Date.now()).toBeLessThanOrEqual(2 * 86_400_000);
    const listed = await send('POST', '/SearchPeopleList/shownwidely');
    expect(listed.body.data[0].imageThumbUrl).toBe(link);
    const filtered = await platform.call('POST', 'crm', '/api/v1/People/NewPeoplePagingList', {
      tenant: 'demo',
      token,
      body: { itemCount: 5, pageNumber: 1, filterBody: { searchText: 'shownwidely' } },
    });
    expect(filtered.body.result[0].people.imageThumbUrl).toBe(link);
    const profile = await platform.call('POST', 'crm', '/api/v1/People/GetLoggedInUserDetailWithFields', {
      tenant: 'demo',
      token,
      body: { id, fieldIds: [] },
    });
    expect(profile.body.people.imageThumbUrl).toBe(link);
  });

  it('leads nowhere in another tenant, with another expiry, and once the photo is replaced or removed', async () => {
    const id = await create('Gone');
    const first = (await upload(id, jpeg)).body.imageThumbUrl;
    expect((await open(first.replace('/Files/demo/', '/Files/olympia/'))).status).toBe(404);
    expect(
      (await open(first.replace(/\.(\d+)\./, (_: string, end: string) => `.${Number(end) + 60}.`))).status,
    ).toBe(404);
    const second = (
      await upload(
        id,
        toJpeg(16, 16, () => BLUE),
      )
    ).body.imageThumbUrl;
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200]);
    const removed = await send('DELETE', `/${id}/Photo`);
    expect(removed.body.imageThumbUrl).toBeNull();
    expect((await open(second)).status).toBe(404);
    expect((await send('DELETE', `/${id}/Photo`)).status).toBe(200);
  });

  it('changes nothing when it is sent back, and gives way to another picture', async () => {
    const id = await create('Sentback');
    const { imageThumbUrl: link } = (await upload(id, jpeg)).body;
    const person = (await send('GET', `/${id}`)).body;
    expect((await send('PUT', `/${id}`, { ...person, title: 'Clerk' })).body.imageThumbUrl).toBe(link);
    expect((await send('PUT', `/${id}`, { firstName: 'Ada', lastName: 'Sentback' })).body.imageThumbUrl).toBe(
      link,
    );
    const other = await create('Copied');
    const copied = await send('PATCH', `/${other}`, { imageThumbUrl: link });
    expect(copied.status).toBe(400);
    expect(copied.body.error.message).toMatch(/PUT people\/\{id\}\/Photo/);
    const web = 'https://pictures.example/ada.jpg';
    expect((await send('PATCH', `/${id}`, { imageThumbUrl: web })).body.imageThumbUrl).toBe(web);
    expect((await open(link)).status).toBe(404);
    const again = (await upload(id, jpeg)).body.imageThumbUrl;
    expect(
      (await send('PUT', `/UpdatePersonHeader/${id}`, { imageThumbUrl: '' })).body.imageThumbUrl,
    ).toBeNull();
    expect((await open(again)).status).toBe(404);
  });

  it('is that of one of two uploads at the same time, and no other file stays', async () => {
    const id = await create('Race');
    const replies = await Promise.all([
      upload(id, jpeg),
      upload(
        id,
        toJpeg(16, 16, () => BLUE),
      ),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const link = await linkOf(id);
    const links: string[] = replies.map(({ body }) => body.imageThumbUrl);
    expect(links).toContain(link);
    for (const each of links) expect((await open(each)).status).toBe(each === link ? 200 : 404);
  });
});

describe('the photos of two people who are merged', () => {
  it('are the one that was chosen, and both again after an undo', async () => {
    const [a, b] = [await create('Merged'), await create('Merged')];
    const [first, second] = [
      (
        await upload(
          a,
          toJpeg(16, 16, () => RED),
        )
      ).body.imageThumbUrl,
      (
        await upload(
          b,
          toJpeg(16, 16, () => BLUE),
        )
      ).body.imageThumbUrl,
    ];
    const merged = await send('POST', `/${a}/Merge`, { personId: b, fields: { imageThumbUrl: 'removed' } });
    expect(merged.body.person.imageThumbUrl).toBe(second);
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200]);
    await moveReferences(changeOf(b, 'MERGE', 'person-merge'));
    const undone = await send('POST', `/${b}/UndoMerge`);
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect([await linkOf(a), await linkOf(b)]).toEqual([first, second]);
    expect([(await open(first)).status, (await open(second)).status]).toEqual([200, 200]);
  });
});

describe('an erasure', () => {
  it('removes the photo, and that of a person who was merged; an export of everything has it', async () => {
    const [a, b] = [await create('Erased'), await create('Erased')];
    const links = [
      (
        await upload(
          a,
          toJpeg(16, 16, () => RED),
        )
      ).body.imageThumbUrl,
      (
        await upload(
          b,
          toJpeg(16, 16, () => BLUE),
        )
      ).body.imageThumbUrl,
    ];
    await send('POST', `/${a}/Merge`, { personId: b });
    await moveReferences(changeOf(b, 'MERGE', 'person-merge'));
    const access = await send('POST', `/${a}/AccessExport`);
    const everything = (await open(access.body.file)).text;
    expect(everything).toContain('"type": "photo"');
    expect(everything).not.toContain('linkSecret');
    const erased = await send('POST', `/${a}/Erase`);
    expect(erased.status, erased.text).toBe(200);
    await erasePeople(changeOf(a, 'ERASURE', 'person-erasure'));
    for (const link of links) expect((await open(link)).status).toBe(404);
  });
});
