// Small pictures for tests, and what is seen in them.
import jpegJs from 'jpeg-js';
import { PNG } from 'pngjs';

type Color = readonly [red: number, green: number, blue: number, opacity?: number];
export const RED: Color = [220, 20, 20];
export const BLUE: Color = [20, 20, 220];

/** Pixels, the color of each by its place. */
function paint(width: number, height: number, colorAt: (x: number, y: number) => Color): Buffer {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue, opacity = 255] = colorAt(at % width, Math.floor(at / width));
    data.set([red, green, blue, opacity], at * 4);
  }
  return data;
}
export const toJpeg = (width: number, height: number, colorAt: (x: number, y: number) => Color): Buffer =>
  jpegJs.encode({ width, height, data: paint(width, height, colorAt) }, 90).data;
export const toPng = (width: number, height: number, colorAt: (x: number, y: number) => Color): Buffer => {
  const png = new PNG({ width, height });
  png.data = paint(width, height, colorAt);
  return PNG.sync.write(png);
};

/** The picture with an Exif segment: this orientation, and a place (GPS) and a note as text. */
export function addExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS 39.0458 N 76.6413 W')]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    head,
    content,
    jpeg.subarray(2),
    Buffer.from('hidden behind it'),
  ]);
}

export const pixelAt = ({ width, data }: { width: number; data: Uint8Array }, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
];
export const isNear = (actual: readonly number[], [red, green, blue]: Color): boolean =>
  [red, green, blue].every((part, index) => Math.abs(part - (actual[index] ?? 0)) < 30);
