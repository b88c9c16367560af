// The pages on which people sign in and answer: they work without scripts, load nothing but the association's picture,
// and are framed by nobody.
import { createHash } from 'node:crypto';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { ok, type Reply } from '../../../shared/http/reply.ts';
import { type Brand, buildColorRule, buildLogoPolicy, toSource } from '../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import { pageStyle } from '../../../shared/pages/page.ts';
import { buildLanguageHeaders } from '../../../shared/pages/page-language.ts';
import type { Texts } from '../languages/languages.ts';
import { passkeyScriptHash } from '../passkeys/script.ts';

/** The platform's own look, where no tenant is known yet. */
export const platformBrand: Brand = { name: 'Rostrum' };

const ownStyle = `
input.text { display: block; width: 100%; height: auto; margin: .4rem 0 0; padding: .65rem .75rem; border: 1px solid var(--quiet);
  border-radius: 8px; background: var(--page); color: inherit; font: inherit; }
.note { padding: .6rem .8rem; border-left: 3px solid var(--button); }
label.check { margin-top: 1rem; }
.choices { display: grid; gap: .6rem; margin: 1.25rem 0 0; }
.choices button { display: block; width: 100%; margin: 0; padding: .8rem 1rem; text-align: start; background: none; color: inherit;
  border: 1px solid var(--quiet); }
.choices button small { display: block; color: var(--quiet); font-weight: 400; }
.links { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin-top: 1.5rem; }
code { font-size: 1rem; }
.qr { display: block; width: 13rem; max-width: 100%; height: auto; margin: .75rem 0; border-radius: 8px; }
ol.steps { margin: 1.25rem 0 0; padding: 0 0 0 1.25rem; }
ol.steps > li { padding: .4rem 0; border: 0; }
details { margin: .5rem 0 0; }
summary { cursor: pointer; }
ul > li form { margin-top: .6rem; }
ul > li form button { margin: 0; padding: .45rem .9rem; }
ul > li form .actions { margin-top: 0; }
ul.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(11.5rem, 1fr)); gap: 0 1rem; }
`;

/** Sends a form at once where scripts run; elsewhere a person presses its button. */
const sendScript = 'document.forms[0].submit()';

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const buildStyle = (brand: Brand): string => pageStyle + ownStyle + buildColorRule(brand);

/** Whose look a page has, and in which language it is. */
export interface PageLook {
  readonly brand: Brand;
  readonly texts: Texts;
}

/** What a page shows. */
export interface IdentityPage extends PageLook {
  readonly title: string;
  /** Markup below the heading, in which every text is escaped. */
  readonly markup: string;
  /**
   * Where its forms may lead beside the page itself: browsers apply form-action also to the redirects that follow
   * (CSP 3, 6.4.1), so the application to which a sign-in returns is named.
   */
  readonly formTargets?: readonly string[];
  /** Whether its one form is sent by itself where scripts run. */
  readonly sendsItself?: boolean;
  /** Whether it loads the script for passkeys; everything else on it works without. */
  readonly usesPasskeys?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Rules beside those of every page, for markup that only this page has. */
  readonly style?: string;
}

const getPasskeyScriptUrl = (): string => areaUrl('identity', '/connect/passkeys.js');

const buildPolicy = (
  style: string,
  { brand, formTargets = [], sendsItself = false, usesPasskeys = false }: IdentityPage,
): string =>
  [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    // One script of this site, and what it asks this site.
    ...(usesPasskeys ? [`script-src ${getPasskeyScriptUrl()}`, "connect-src 'self'"] : []),
    ...(sendsItself ? [`script-src ${hash(sendScript)}`] : []),
    ...buildLogoPolicy(brand),
    "base-uri 'none'",
    `form-action ${[...new Set(["'self'", ...formTargets.flatMap(toSource)])].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** A 200 reply with the page. */
export function renderIdentityPage(page: IdentityPage): Reply<200, string> {
  const { title, brand, texts, markup, sendsItself = false, usesPasskeys = false, headers } = page;
  const style = buildStyle(brand) + (page.style ?? '');
  const logo =
    brand.logoUrl === undefined ? '' : `<img src="${escapeHtml(brand.logoUrl)}" alt="" height="48">`;
  return ok(
    `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} – ${brand.name}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<div class="brand">${logo}<p dir="auto">${escapeHtml(brand.name)}</p></div>
<h1>${escapeHtml(title)}</h1>
${markup}
</main>
${sendsItself ? `<script>${sendScript}</script>` : ''}${
  usesPasskeys
    ? `<script src="${escapeHtml(getPasskeyScriptUrl())}" integrity="${passkeyScriptHash}" defer></script>`
    : ''
}
</body>
</html>
`,
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': buildPolicy(style, page),
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'same-origin',
        'X-Robots-Tag': 'noindex',
        ...buildLanguageHeaders(texts.language),
        ...headers,
      },
    },
  );
}

/** A paragraph of text. */
export const paragraph = (text: string): string => `<p dir="auto">${escapeHtml(text)}</p>`;

/** What went wrong, read out at once by screen readers. */
export const problem = (text: string | undefined): string =>
  text === undefined ? '' : `<p class="problem" role="alert" id="problem">${escapeHtml(text)}</p>`;

/** A field of a form with its label. */
export const textField = (field: {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email';
  readonly autocomplete: string;
  readonly value?: string | undefined;
  readonly isInvalid?: boolean;
  readonly hasFocus?: boolean;
  /** Other attributes, such as `inputmode="numeric"`. */
  readonly attributes?: string;
}): string =>
  `<label class="above" for="${field.name}">${escapeHtml(field.label)}</label>
<input class="text" id="${field.name}" name="${field.name}" type="${field.type ?? 'text'}" autocomplete="${field.autocomplete}" required${
    field.value === undefined ? '' : ` value="${escapeHtml(field.value)}"`
  }${field.isInvalid ? ' aria-invalid="true" aria-describedby="problem"' : ''}${
    field.hasFocus ? ' autofocus' : ''
  }${field.attributes === undefined ? '' : ` ${field.attributes}`}>`;

/** A button that sends the form; `quiet` for what is not the main thing to do. */
export const submitButton = (
  label: string,
  {
    action,
    quiet = false,
    about,
  }: {
    readonly action?: string;
    readonly quiet?: boolean;
    /** What it concerns, for those who do not see what it stands beside. */
    readonly about?: string;
  } = {},
): string =>
  `<button type="submit"${about === undefined ? '' : ` aria-label="${escapeHtml(`${label}: ${about}`)}"`}${action === undefined ? '' : ` name="action" value="${escapeHtml(action)}"`}${
    quiet ? ' class="quiet" formnovalidate' : ''
  }>${escapeHtml(label)}</button>`;
