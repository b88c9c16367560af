// Renders the page that a mail links to: a sentence or two, and at most one form.
import { createHash } from 'node:crypto';
import { ok } from '../http/reply.ts';
import { type Brand, buildColorRule, buildLogoPolicy, toSource } from './brand.ts';
import { escapeHtml } from './escape-html.ts';
import { ownForm } from './own-form.ts';
import { buildLanguageHeaders } from './page-language.ts';

/** How every page of the platform looks. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1b2f4b, #e8edf4); --quiet: light-dark(#566070, #a5b0bf);
  --line: light-dark(#dde2e8, #343d4a); --card: light-dark(#fff, #171d26); --page: light-dark(#f3f5f8, #0e1218);
  --button: light-dark(#1b4f9c, #8ab4f8); --on-button: light-dark(#fff, #0e1218); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page);
  color: var(--ink); line-height: 1.45; font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 30rem; background: var(--card); border: 1px solid var(--line);
  border-top: 4px solid var(--button); border-radius: 14px; padding: clamp(1.25rem, 5vw, 2.25rem); overflow-wrap: anywhere; }
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
button.quiet { background: none; color: inherit; border: 1px solid var(--quiet); }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem; }
.actions button { margin: 0; }
.brand { display: flex; gap: .75rem; align-items: center; margin: 0 0 1.5rem; }
.brand img { width: auto; max-width: 9rem; height: auto; max-height: 3rem; }
.brand p { margin: 0; font-weight: 600; }
label.above + .hint { margin: .2rem 0 0; }
.hint { color: var(--quiet); font-size: .9rem; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`;

/** What pages with the look of a tenant have in addition. */
const brandStyle = `
dl { margin: 1.25rem 0 0; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 8.5rem; color: var(--quiet); }
dd { flex: 1 1 12rem; margin: 0; font-weight: 600; white-space: pre-line; }
textarea { min-height: 6rem; }
`;

/** The style of a page: the platform's alone, or with the look of a tenant. */
const buildStyle = (brand: Brand | undefined): string =>
  brand === undefined ? pageStyle : `${pageStyle}${brandStyle}${buildColorRule(brand)}`;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Sends a form at once where scripts run; elsewhere a person presses its button. */
const sendScript = 'document.forms[0].submit()';

const buildPolicy = (style: string, brand: Brand | undefined, foreign: ForeignForm | undefined): string =>
  [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    ...(foreign ? [`script-src ${hash(sendScript)}`] : []),
    ...(brand === undefined ? [] : buildLogoPolicy(brand)),
    "base-uri 'none'",
    // The button sends a POST to the same address, or to the other site that the page names.
    foreign
      ? `form-action ${[...new Set([foreign.action, ...foreign.followedBy].flatMap(toSource))].join(' ')}`
      : "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Nothing is run or framed, nothing but the logo is loaded, and the address, which is a secret, is passed on to no other
 * site. With `no-referrer` browsers would send the form with the origin `null`.
 */
const buildHeaders = (policy: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
});

/** A button of a form of several: it sends `action`. */
export interface FormButton {
  readonly text: string;
  readonly action: string;
  /** For what is not the main thing to do. */
  readonly isQuiet?: boolean;
}

/** A form that takes values to another site, by itself where scripts run. */
export interface ForeignForm {
  readonly action: string;
  readonly values: Readonly<Record<string, string>>;
  readonly button: string;
  /** Where that site may lead next: browsers apply form-action also to redirects (CSP 3, 6.4.1). */
  readonly followedBy: readonly string[];
}

const renderForeignForm = ({ action, values, button }: ForeignForm): string => {
  const fields = Object.entries(values).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(action)}">${fields.join('')}<button type="submit">${escapeHtml(button)}</button></form>
<script>${sendScript}</script>`;
};

/** The content of a page. */
export interface PageContent {
  readonly title: string;
  readonly text: string;
  /** The label of the button, which sends a POST to the page's own address. */
  readonly button?: string;
  /** Several buttons of one form, in place of `button`. */
  readonly buttons?: readonly FormButton[];
  /** The one form of the page, where it leads to another site; in place of `button`. */
  readonly foreignForm?: ForeignForm;
  /** What the form asks for: markup, in which every text is escaped. */
  readonly fields?: string;
  /** What the page shows above the form: markup, in which every text is escaped. */
  readonly details?: string;
  /** Rules beside those of every page, for markup that only this page has. */
  readonly style?: string;
  /** A link below. */
  readonly link?: { readonly text: string; readonly url: string };
}

const renderButtons = ({ button, buttons }: PageContent): string | undefined =>
  buttons === undefined
    ? button && `<button type="submit">${escapeHtml(button)}</button>`
    : `<div class="actions">${buttons
        .map(
          ({ text, action, isQuiet }) =>
            `<button type="submit" name="action" value="${escapeHtml(action)}"${isQuiet ? ' class="quiet"' : ''}>${escapeHtml(text)}</button>`,
        )
        .join('')}</div>`;

function renderForm(content: PageContent): string {
  const { fields = '', foreignForm } = content;
  if (foreignForm) return renderForeignForm(foreignForm);
  const buttons = renderButtons(content);
  return buttons === undefined ? '' : ownForm(`${fields}${buttons}`);
}

const renderSender = (name: string): string => (name === '' ? '' : `<p class="from">${escapeHtml(name)}</p>`);

const renderBrand = ({ name, logoUrl }: Brand): string =>
  `<div class="brand">${
    logoUrl === undefined ? '' : `<img src="${escapeHtml(logoUrl)}" alt="" height="48">`
  }<p dir="auto">${escapeHtml(name)}</p></div>`;

/**
 * A 200 reply with the page.
 * @param from whose page it is: the name of the association, or its whole look
 * @param language of its texts, where there are others too
 */
export function renderPage(content: PageContent, from: string | Brand = '', language?: string) {
  const { title, text, details = '', link } = content;
  const brand = typeof from === 'string' ? undefined : from;
  const style = `${buildStyle(brand)}${content.style ?? ''}`;
  return ok(
    `<!doctype html>
<html lang="${language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${typeof from === 'string' ? renderSender(from) : renderBrand(from)}
<h1>${escapeHtml(title)}</h1>
<p dir="auto">${escapeHtml(text)}</p>
${details}
${renderForm(content)}
${link === undefined ? '' : `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`}
</main>
</body>
</html>
`,
    {
      headers: {
        ...buildHeaders(buildPolicy(style, brand, content.foreignForm)),
        ...(language !== undefined && buildLanguageHeaders(language)),
      },
    },
  );
}

/** Facts as a list of labels with their values; what has no value is left out. */
export const renderFacts = (
  facts: readonly (readonly [label: string, value: string | undefined])[],
): string => {
  const rows = facts.flatMap(([label, value]) =>
    value ? [`<div><dt>${escapeHtml(label)}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`] : [],
  );
  return rows.length === 0 ? '' : `<dl>\n${rows.join('\n')}\n</dl>`;
};

/** The same for an unknown tenant, subscription or link. */
export const unknownLinkPage: PageContent = {
  title: 'This link does not work',
  text: 'It is incomplete or no longer valid. Use the link in the latest mail that you received.',
};
