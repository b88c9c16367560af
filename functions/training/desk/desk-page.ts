// The page for instructors: its frame and its policy. What it shows is made by its script.
import { createHash } from 'node:crypto';
import {
  deskScopes,
  getDeskAddress,
  getDeskClientId,
} from '../../../shared/auth/clients/built-in-clients.ts';
import { areaUrl, getAreaAddress } from '../../../shared/http/area-url.ts';
import { ok } from '../../../shared/http/reply.ts';
import { type Brand, buildColorRule, buildLogoPolicy } from '../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import { pageStyle } from '../../../shared/pages/page.ts';
import { buildLanguageHeaders } from '../../../shared/pages/page-language.ts';
import { deskScriptHash } from './script.ts';
import type { DeskTexts } from './texts/en.ts';

const ownStyle = `
:root { --good: light-dark(#176b3a, #6fd39a); --bad: light-dark(#a61b29, #ff8f93); --wait: light-dark(#7a5200, #f0c36a); }
body { place-items: start center; }
main { max-width: 44rem; }
[hidden] { display: none !important; }
header { display: flex; gap: .5rem 1rem; justify-content: space-between; align-items: center; margin: 0 0 1rem; }
header .brand { margin: 0; }
header button { flex: none; padding: .4rem .75rem; }
h1:focus { outline: none; }
h3 { margin: 0; font-size: 1.05rem; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin: .75rem 0 0; }
.row > a:not(.button) { padding: .6rem 0; }
button, a.button { margin: 0; padding: .65rem 1rem; min-height: 2.75rem; border-radius: 8px; font-weight: 600; }
a.button { display: inline-block; background: var(--button); color: var(--on-button); text-decoration: none; }
a.button.quiet { background: none; color: inherit; border: 1px solid var(--quiet); }
#view > button, form button { margin-top: 1rem; }
.note, #queue { margin: 1rem 0 0; padding: .6rem .8rem; border-left: 3px solid var(--button); }
#queue { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: 0 0 1rem; justify-content: space-between; align-items: center; border-color: var(--wait); }
#queue p { margin: 0; font-weight: 600; color: var(--wait); }
#again p { margin: 0 0 .75rem; }
.cards li { padding: 1rem 0; }
.cards .when { margin: 0; font-weight: 600; }
.cards .hint { margin: .2rem 0 0; }
.tag { margin: .4rem 0 0; font-size: .9rem; font-weight: 600; } .tag.bad { color: var(--bad); }
.counts { font-weight: 600; }
.roster li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; align-items: center; }
.roster .who { flex: 1 1 12rem; } .roster .row { margin: 0; }
.roster small.problem { margin: .3rem 0 0; color: inherit; }
.good .state, .results .good span { color: var(--good); font-weight: 600; }
.bad .state, .results .bad span { color: var(--bad); font-weight: 600; }
.wait .state, .results .wait span, .results .note span { color: var(--wait); font-weight: 600; }
.last { padding: .6rem .8rem; border: 2px solid; border-radius: 8px; font-size: 1.15rem; font-weight: 600; }
.last.good { color: var(--good); } .last.bad { color: var(--bad); } .last.wait, .last.note { color: var(--wait); border-left-width: 2px; }
.results li { display: flex; flex-wrap: wrap; gap: 0 .75rem; border-left: 0; margin: 0; padding: .7rem 0; }
.results small { margin-inline-start: auto; }
video { display: block; width: 100%; max-height: 45vh; margin: 1rem 0 0; border-radius: 8px; background: #000; object-fit: cover; }
`;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const buildScriptUrl = (file: string, version: string): string =>
  areaUrl('training', `/api/v1/Scripts/${file}?v=${encodeURIComponent(version.slice(-12))}`);

const buildPolicy = (style: string, brand: Brand): string =>
  [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${areaUrl('training', '/api/v1/Scripts/')}`,
    `connect-src ${getAreaAddress('training')}/ ${areaUrl('identity', '/connect/token')}`,
    ...buildLogoPolicy(brand),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A reply with the page of a tenant; without one it says that there is none. */
export function renderDeskPage(
  tenant: { readonly code: string; readonly brand: Brand } | undefined,
  { language, texts }: { readonly language: string; readonly texts: DeskTexts },
  decoderHash: string,
) {
  const brand = tenant?.brand ?? { name: 'Rostrum' };
  const style = `${pageStyle}${ownStyle}${buildColorRule(brand)}`;
  const logo =
    brand.logoUrl === undefined ? '' : `<img src="${escapeHtml(brand.logoUrl)}" alt="" height="48">`;
  const config = tenant && {
    tenant: tenant.code,
    name: brand.name,
    clientId: getDeskClientId(tenant.code),
    scope: ['openid', 'profile', ...deskScopes].join(' '),
    address: getDeskAddress(tenant.code),
    api: getAreaAddress('training'),
    identity: getAreaAddress('identity'),
    issuer: process.env.ISSUER,
    decoder: { url: buildScriptUrl('qr-decoder.js', decoderHash), hash: decoderHash },
    ...{ language, texts },
  };
  const content = config
    ? `<noscript><p>${escapeHtml(texts.needsScript)}</p></noscript>
<div id="queue" role="status" hidden><p></p><button type="button" class="quiet">${escapeHtml(texts.sendNow)}</button></div>
<p id="status" class="visually-hidden" role="status" aria-live="polite"></p>
<div id="view"></div>`
    : `<h1>${escapeHtml(texts.title)}</h1><p>${escapeHtml(texts.unknownTenant)}</p>`;
  return ok(
    `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${texts.title} – ${brand.name}`)}</title>
<style>${style}</style>
</head>
<body>
<main id="desk"${config ? ` data-config="${escapeHtml(JSON.stringify(config))}"` : ''}>
<header><div class="brand">${logo}<p dir="auto">${escapeHtml(brand.name)}</p></div>${
      config
        ? `<button type="button" class="quiet" id="sign-out" hidden>${escapeHtml(texts.signOut)}</button>`
        : ''
    }</header>
${content}
</main>
${
  config
    ? `<script src="${escapeHtml(buildScriptUrl('desk.js', deskScriptHash))}" integrity="${deskScriptHash}" defer></script>`
    : ''
}
</body>
</html>
`,
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': buildPolicy(style, brand),
        'Referrer-Policy': 'same-origin',
        'X-Frame-Options': 'DENY',
        'X-Robots-Tag': 'noindex',
        'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
        ...buildLanguageHeaders(language),
      },
    },
  );
}
