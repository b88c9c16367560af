// Renders the page that a mail links to: a sentence or two, and at most one form.
import { createHash } from 'node:crypto';
import { ok } from '../http/reply.ts';
import { escapeHtml } from './escape-html.ts';

/** How every page of the platform looks. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1b2f4b, #e8edf4); --quiet: light-dark(#566070, #a5b0bf);
  --line: light-dark(#dde2e8, #343d4a); --card: light-dark(#fff, #171d26); --page: light-dark(#f3f5f8, #0e1218);
  --button: light-dark(#1b4f9c, #8ab4f8); --on-button: light-dark(#fff, #0e1218); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page);
  color: var(--ink); line-height: 1.45; font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 34rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: clamp(1.25rem, 5vw, 2.25rem); overflow-wrap: anywhere; }
.from { margin: 0 0 1.25rem; color: var(--quiet); font-size: .95rem; }
h1 { margin: 0; font-size: clamp(1.35rem, 5vw, 1.7rem); line-height: 1.2; text-wrap: balance; }
p { margin: .75rem 0 0; }
fieldset { margin: 1.5rem 0 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
label { display: flex; gap: .75rem; align-items: flex-start; padding: .6rem 0; cursor: pointer; }
label small { display: block; color: var(--quiet); font-size: .9rem; }
input { flex: none; width: 1.25rem; height: 1.25rem; margin: .1rem 0 0; accent-color: var(--button); }
ul { margin: 1.25rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { padding: .7rem 0; border-bottom: 1px solid var(--line); }
li small { display: block; color: var(--quiet); font-size: .9rem; }
h2 { margin: 1.5rem 0 0; font-size: 1rem; }
label.above { display: block; margin-top: 1.25rem; padding: 0; font-weight: 600; cursor: auto; }
textarea, input.text { width: 100%; margin-top: .4rem; padding: .75rem; border: 1px solid var(--quiet);
  border-radius: 8px; background: var(--page); color: inherit; font: inherit; }
textarea { min-height: 16rem; resize: vertical; }
input.text { height: auto; }
.letter, .signature { white-space: pre-line; }
.signature { margin-top: .75rem; padding-left: .8rem; border-left: 2px solid var(--line); color: var(--quiet); }
.problem { margin: 1rem 0 0; padding: .6rem .8rem; border-left: 3px solid light-dark(#b3261e, #f2b8b5); font-weight: 600; }
hr { margin: 1.25rem 0 0; border: 0; border-top: 1px solid var(--line); }
a { color: inherit; }
button { margin-top: 1.5rem; padding: .7rem 1.4rem; border: 0; border-radius: 8px; background: var(--button);
  color: var(--on-button); font: inherit; font-weight: 600; cursor: pointer; }
`;

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  "base-uri 'none'",
  // The button sends a POST to the same address.
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Nothing is loaded, run or framed, and the address, which is a secret, is passed on to no other site. With `no-referrer`
 * browsers would send the form with the origin `null`.
 */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
} as const;

/** The content of a page. */
export interface PageContent {
  readonly title: string;
  readonly text: string;
  /** The label of the button, which sends a POST to the page's own address. */
  readonly button?: string;
  /** What the form asks for: markup, in which every text is escaped. */
  readonly fields?: string;
  /** What the page shows above the form: markup, in which every text is escaped. */
  readonly details?: string;
  /** A link below. */
  readonly link?: { readonly text: string; readonly url: string };
}

/** A 200 reply with the page. */
export const renderPage = (
  { title, text, button, details = '', fields = '', link }: PageContent,
  associationName = '',
) =>
  ok(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<p class="from">${escapeHtml(associationName)}</p>
<h1>${escapeHtml(title)}</h1>
<p dir="auto">${escapeHtml(text)}</p>
${details}
${button === undefined ? '' : `<form method="post">${fields}<button type="submit">${escapeHtml(button)}</button></form>`}
${link === undefined ? '' : `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`}
</main>
</body>
</html>
`,
    { headers },
  );

/** The same for an unknown tenant, subscription or link. */
export const unknownLinkPage: PageContent = {
  title: 'This link does not work',
  text: 'It is incomplete or no longer valid. Use the link in the latest mail that you received.',
};
