// Which ink can be read on a colour (WCAG 2.2, 1.4.3).

/** Relative luminance, from 0 for black to 1 for white. */
function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two luminances, from 1 to 21. */
const getContrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** White or black, whichever has more contrast with `#rrggbb`: one of them always has at least 4.5. */
export const getReadableInk = (color: string): '#ffffff' | '#000000' => {
  const luminance = getLuminance(color);
  return getContrast(luminance, 1) >= getContrast(luminance, 0) ? '#ffffff' : '#000000';
};
