// An outline as TrueType's `glyf` table has it (OpenType 1.9, "Simple glyph description"). fontkit's own writer of
// varied outlines fails with the release of its encoder that it depends on.
import type { PathCommand } from 'fontkit';

/** Lines and quadratic curves. */
export interface Path {
  readonly commands: readonly PathCommand[];
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

/** The contours of a path: curves are quadratic, and each contour closes by itself. */
function toContours({ commands }: Path): readonly (readonly Point[])[] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([]);
    for (let index = 0; index < args.length; index += 2)
      contours.at(-1)?.push({
        x: Math.round(args[index] ?? 0),
        y: Math.round(args[index + 1] ?? 0),
        isOnCurve: index === args.length - 2,
      });
  }
  return contours.map((points) => {
    const [first, last] = [points[0], points.at(-1)];
    const isClosed = points.length > 1 && first?.x === last?.x && first?.y === last?.y;
    return isClosed ? points.slice(0, -1) : points;
  });
}

const minAndMax = (numbers: readonly number[]): readonly [number, number] => [
  Math.min(...numbers),
  Math.max(...numbers),
];

/** How far left an outline begins; 0 for one without points. */
export function leftEdge(path: Path): number {
  const all = toContours(path).flatMap((points) => points.map(({ x }) => x));
  return all.length === 0 ? 0 : Math.min(...all);
}

/** The bytes of a path; none for one without points. */
export function encodeOutline(path: Path): Buffer {
  const contours = toContours(path).filter(({ length }) => length > 0);
  const points = contours.flat();
  if (points.length === 0) return Buffer.alloc(0);
  const [xMin, xMax] = minAndMax(points.map(({ x }) => x));
  const [yMin, yMax] = minAndMax(points.map(({ y }) => y));
  let end = -1;
  const ends = contours.map(({ length }) => {
    end += length;
    return end;
  });
  const steps = (axis: 'x' | 'y') =>
    points.map((point, index) => point[axis] - (points[index - 1]?.[axis] ?? 0));
  const words = (numbers: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(2 * numbers.length);
    for (const [index, number] of numbers.entries()) bytes.writeInt16BE(number, 2 * index);
    return bytes;
  };
  const parts = [
    words([contours.length, xMin, yMin, xMax, yMax, ...ends, 0]),
    Buffer.from(points.map(({ isOnCurve }) => Number(isOnCurve))),
    words(steps('x')),
    words(steps('y')),
  ];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...parts, Buffer.alloc(-length & 3)]);
}
