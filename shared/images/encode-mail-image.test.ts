// How large an encoded picture may be (docs/interface/communication.md#pictures).
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { encodeImage } from './encode-mail-image.ts';

it('a picture may have as many bytes as are allowed, and no more', async () => {
  const source = PNG.sync.write(new PNG({ width: 20, height: 10 }));
  const encode = (maxBytes: number) => encodeImage(source, { longestSide: 10, maxBytes, place: 'mails' });
  const encoded = await encode(10_000);
  if (!encoded.isValid) throw new Error(encoded.reason);
  expect([encoded.width, encoded.height]).toEqual([10, 5]);
  const { length } = encoded.bytes;
  expect((await encode(length)).isValid).toBe(true);
  expect(await encode(length - 1)).toMatchObject({
    isValid: false,
    reason: expect.stringContaining(`at most ${length - 1} are allowed`),
  });
});
