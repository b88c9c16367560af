// Pictures as pixels: scaled down, turned upright, and on white where they are transparent.

/** Rows of pixels from the top left; with 3 channels red, green and blue, with 4 transparency as well. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

const WHITE = 255;

/** On what a picture is painted where it is transparent: on white, or on nothing, so that it stays transparent. */
type Ground = 'white' | 'none';

/** The mean color and opacity of a part of the source, from the first row and column up to the last, which is not included. */
function averageColor(
  { width, channels, data }: Pixels,
  { left, right, top, bottom }: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>,
  ground: Ground,
): readonly [number, number, number, number] {
  let [red, green, blue, opaque] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * channels;
      const opacity = channels === 4 ? (data[at + 3] ?? 0) / 255 : 1;
      const white = ground === 'white' ? WHITE * (1 - opacity) : 0;
      opaque += opacity;
      red += (data[at] ?? 0) * opacity + white;
      green += (data[at + 1] ?? 0) * opacity + white;
      blue += (data[at + 2] ?? 0) * opacity + white;
    }
  const count = (right - left) * (bottom - top);
  if (ground === 'white') return [red / count, green / count, blue / count, WHITE];
  // A transparent pixel has no say in the color of those around it.
  const weight = opaque || 1;
  return [red / weight, green / weight, blue / weight, (opaque / count) * 255];
}

/**
 * Scales a picture down so that neither side is longer than `longest`, each pixel the mean of those it stands for. A smaller
 * picture keeps its size. The result has red, green, blue and opacity.
 */
export function scaleDown(source: Pixels, longest: number, ground: Ground = 'white'): Pixels {
  const scale = Math.min(1, longest / Math.max(source.width, source.height));
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  const data = new Uint8Array(width * height * 4);
  const startOf = (index: number, parts: number, whole: number): number =>
    Math.floor((index * whole) / parts);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const box = {
        left: startOf(x, width, source.width),
        right: startOf(x + 1, width, source.width),
        top: startOf(y, height, source.height),
        bottom: startOf(y + 1, height, source.height),
      };
      data.set(averageColor(source, box, ground), (y * width + x) * 4);
    }
  return { width, height, channels: 4, data };
}

/**
 * Turns a picture upright. Exif 2.32, 4.6.4: the orientation says which edges of the upright picture the first row and the
 * first column are; from 5 on, rows are its columns.
 */
export function turnUpright(source: Pixels, orientation: number): Pixels {
  if (orientation === 1) return source;
  const { width, height, channels } = source;
  const isTurned = orientation >= 5;
  const isRowFromBottom = [3, 4].includes(orientation);
  const isColumnFromRight = [2, 3].includes(orientation);
  const result = {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    channels,
    data: new Uint8Array(source.data.length),
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      // 5: rows are columns from the left; 6 and 7 from the right. 7 and 8: columns are rows from the bottom.
      const toX = isTurned
        ? [6, 7].includes(orientation)
          ? height - 1 - y
          : y
        : isColumnFromRight
          ? width - 1 - x
          : x;
      const toY = isTurned
        ? [7, 8].includes(orientation)
          ? width - 1 - x
          : x
        : isRowFromBottom
          ? height - 1 - y
          : y;
      const from = (y * width + x) * channels;
      result.data.set(source.data.subarray(from, from + channels), (toY * result.width + toX) * channels);
    }
  return result;
}
