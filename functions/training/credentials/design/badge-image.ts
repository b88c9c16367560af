// The image of a badge as SVG: a medal in the tenant's colour with its logo, the award and its name (Open Badges 3.0,
// Achievement.image: "a badge image is a PNG or SVG").
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import type { DesignPictureItem } from './design.ts';

/** What a badge shows. */
export interface BadgeView {
  readonly award: string;
  readonly issuer: string;
  /** `#rrggbb` */
  readonly color?: string | undefined;
  readonly logo?: DesignPictureItem | undefined;
}

/** The inks of the printed certificates. */
const DEFAULT_COLOR = '#1b2f4b';
const GOLD = '#a8873f';

/** A text in lines of at most so many characters; what does not fit into the lines ends with an ellipsis. */
export function breakLines(text: string, perLine: number, mostLines: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= perLine)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > perLine ? `${word.slice(0, perLine - 1)}…` : word);
  }
  if (lines.length <= mostLines) return lines;
  const shown = lines.slice(0, mostLines);
  const end = shown.pop() ?? '';
  return [...shown, `${end.slice(0, perLine - 1)}…`];
}

const renderLines = (lines: readonly string[], middle: number, size: number): string =>
  lines
    .map((line, index) => {
      const y = middle + (index - (lines.length - 1) / 2) * size * 1.25 + size * 0.35;
      return `<text x="200" y="${y.toFixed(1)}" font-size="${size}" text-anchor="middle">${escapeHtml(line)}</text>`;
    })
    .join('');

/** The logo fits a box of 120 by 72 units in the upper part of the medal; a lozenge is there without one. */
function renderLogo(logo: DesignPictureItem | undefined): string {
  if (!logo)
    return `<path d="M200 92l22 30-22 30-22-30z" fill="${GOLD}"/><path d="M200 104l13 18-13 18-13-18z" fill="#fff"/>`;
  return `<image x="140" y="84" width="120" height="72" preserveAspectRatio="xMidYMid meet" href="data:${logo.contentType};base64,${logo.content}"/>`;
}

/** The badge, the same for the same data. */
export function renderBadge({ award, issuer, color = DEFAULT_COLOR, logo }: BadgeView): string {
  const title = escapeHtml(`${award}, ${issuer}`);
  const points = Array.from({ length: 48 }, (_, index) => {
    const angle = (index * Math.PI) / 24;
    const radius = index % 2 === 0 ? 196 : 184;
    return `${(200 + radius * Math.sin(angle)).toFixed(1)},${(200 - radius * Math.cos(angle)).toFixed(1)}`;
  }).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400" role="img" aria-label="${title}">
<title>${title}</title>
<polygon points="${points}" fill="${color}"/>
<circle cx="200" cy="200" r="168" fill="#fff"/>
<circle cx="200" cy="200" r="158" fill="none" stroke="${GOLD}" stroke-width="2"/>
${renderLogo(logo)}
<g font-family="Georgia, 'Times New Roman', serif" font-weight="bold" fill="${DEFAULT_COLOR}">${renderLines(breakLines(award, 20, 4), 214, 27)}</g>
<g font-family="Georgia, 'Times New Roman', serif" fill="#5b6470">${renderLines(breakLines(issuer, 26, 2), 306, 16)}</g>
</svg>
`;
}

/** The image as a file that runs nothing, also where somebody opens it by itself. */
export const badgeHeaders = {
  'Content-Security-Policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
} as const;
