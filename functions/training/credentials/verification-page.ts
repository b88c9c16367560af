// The page that the QR code of a certificate leads to: one large verdict, and the facts of the certificate.
import { createHash } from 'node:crypto';
import { defaultLanguage, type Language } from '../../../shared/languages/languages.ts';
import type { Paper } from '../../../shared/pdf/document.ts';
import { formatDay } from '../time/format-day.ts';
import type { CertificateTexts } from './languages/en.ts';
import { getCertificateTexts } from './languages/load-texts.ts';
import type { VerificationStatus, VerificationView } from './verification.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b2f4b, #e8edf4); --quiet: light-dark(#566070, #a5b0bf);
  --line: light-dark(#dde2e8, #343d4a); --card: light-dark(#fff, #171d26); --page: light-dark(#f3f5f8, #0e1218);
  --good: light-dark(#176b3a, #6fd39a); --bad: light-dark(#a61b29, #ff8f93); --wait: light-dark(#7a5200, #f0c36a); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page);
  color: var(--ink); line-height: 1.45; font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 34rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: clamp(1.25rem, 5vw, 2.25rem); overflow-wrap: anywhere; }
.issuer { margin: 0 0 1.25rem; color: var(--quiet); font-size: .95rem; }
.verdict { display: flex; gap: .9rem; align-items: center; }
.verdict svg { flex: none; width: 3rem; height: 3rem; }
h1 { margin: 0; font-size: clamp(1.35rem, 5vw, 1.7rem); line-height: 1.2; text-wrap: balance; }
.said { margin: .75rem 0 0; }
a { color: inherit; }
.Valid { color: var(--good); } .Revoked, .Unknown { color: var(--bad); } .Expired, .NotYetValid { color: var(--wait); }
dl { margin: 1.5rem 0 0; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 8.5rem; color: var(--quiet); } dd { flex: 1 1 12rem; margin: 0; font-weight: 600; text-align: left; }
dl div:last-child { border: 0; padding-bottom: 0; }
`;

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of the page: nothing is loaded, run or framed, and no search engine lists holders. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept, Accept-Language',
} as const;

const tick = '<path d="M14 25l7 7 14-15"/>';
const cross = '<path d="M17 17l14 14M31 17L17 31"/>';
const clock = '<path d="M24 14v11l7 4"/>';
const question = '<path d="M18 19a6 6 0 1 1 8.5 5.5C24.6 25.5 24 26.5 24 28.5M24 34v.5"/>';

type FormatDay = (day: string) => string;

type PageTexts = CertificateTexts['verification'];

const signs: Readonly<Record<VerificationStatus, string>> = {
  ...{ Valid: tick, NotYetValid: clock, Expired: clock, Revoked: cross, Unknown: question },
};

const getTitle = (status: VerificationStatus, texts: PageTexts): string =>
  ({
    ...{ Valid: texts.valid, NotYetValid: texts.notYetValid, Expired: texts.expired },
    ...{ Revoked: texts.revoked, Unknown: texts.unknown },
  })[status];

/** What is said below the verdict. */
function describe(verification: VerificationView, texts: PageTexts, format: FormatDay): string {
  const { status, validThrough = '', validFrom = '', revokedDate = '', issuer } = verification;
  switch (status) {
    case 'Valid':
      return validThrough === '' ? texts.doesNotExpire : texts.validThrough({ day: format(validThrough) });
    case 'NotYetValid':
      return texts.validFrom({ day: format(validFrom) });
    case 'Expired':
      return texts.lastValidDay({ day: format(validThrough) });
    case 'Revoked':
      return texts.revokedOn({ day: format(revokedDate) });
    case 'Unknown':
      return issuer === undefined ? texts.noneKnown : texts.noneIssued({ issuer });
  }
}

function listFacts(
  verification: VerificationView,
  texts: PageTexts,
  format: FormatDay,
): (readonly [string, string])[] {
  const day = (label: string, value: string | undefined): (readonly [string, string])[] =>
    value === undefined ? [] : [[label, format(value)]];
  return [
    ...(verification.holder === undefined ? [] : [[texts.holder, verification.holder] as const]),
    ...(verification.award === undefined ? [] : [[texts.award, verification.award] as const]),
    ...day(texts.awardedOn, verification.awardedDate),
    ...(verification.validFrom === verification.awardedDate ? [] : day(texts.from, verification.validFrom)),
    ...day(texts.through, verification.validThrough),
    ...day(texts.revocation, verification.revokedDate),
    [texts.number, verification.certificateNumber],
  ];
}

/** Where it was issued again in another name: the number of the present certificate, as a link to its page. */
function describeReplacement(
  { replacedBy, replacedDate = '' }: VerificationView,
  texts: PageTexts,
  format: FormatDay,
): string {
  if (replacedBy === undefined) return '';
  const link = `<a href="${encodeURIComponent(replacedBy)}">${escapeHtml(replacedBy)}</a>`;
  return `<p class="said">${texts.replaced({ day: escapeHtml(format(replacedDate)), link })}</p>`;
}

/** The HTML page of a verification. It shows what is printed on the certificate, and whether it is valid. */
export function renderVerificationPage(
  verification: VerificationView,
  paper: Paper,
  language: Language = defaultLanguage,
): string {
  const format: FormatDay = (day) => formatDay(day, paper, language);
  const texts = getCertificateTexts(language).verification;
  const title = getTitle(verification.status, texts);
  const sign = signs[verification.status];
  const facts = listFacts(verification, texts, format).map(
    ([label, value]) => `<div><dt>${label}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="issuer">${escapeHtml(verification.issuer ?? texts.page)}</p>
<div class="verdict ${verification.status}">
<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="24" cy="24" r="21"/>${sign}</svg>
<h1>${title}</h1>
</div>
<p class="said">${escapeHtml(describe(verification, texts, format))}</p>
${describeReplacement(verification, texts, format)}
<dl>
${facts.join('\n')}
</dl>
</main>
</body>
</html>
`;
}
