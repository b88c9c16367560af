// The frame of the reference's pages: the bar with the search and the sign-in, and the operations of an area.
import type { DemoUser } from '../contracts/demo-tenants.ts';
import { escapeHtml, toEmbeddedJson } from './html.ts';
import { icon } from './icon.ts';
import { type AreaListing, type Entry, operationPath } from './operations.ts';

/** What every page has. */
export interface Frame {
  /** The demo users; the first is filled in. */
  readonly users: readonly DemoUser[];
  /** Paths of the pages' own files. */
  readonly files: { readonly script: string; readonly style: string };
}

/** What one page has. */
export interface Content {
  readonly title: string;
  readonly html: string;
  /** Whose operations are at its side. */
  readonly listing?: AreaListing;
  readonly entry?: Entry;
  readonly search?: string;
}

function renderMenu({ area, title, tags }: AreaListing, current?: Entry): string {
  const renderLink = (entry: Entry): string =>
    `<li><a href="${operationPath(entry)}"${entry.id === current?.id ? ' aria-current="page"' : ''}>${escapeHtml(entry.summary)}</a></li>`;
  const groups = tags.map(
    ({
      name,
      entries,
    }) => `<details${name === current?.tag ? ' open' : ''}><summary>${escapeHtml(name)}</summary>
<ul>${entries.map(renderLink).join('')}</ul></details>`,
  );
  return `<nav class="menu" aria-label="Operations"><p><a href="/reference/${area}">${escapeHtml(title)}</a></p>
${groups.join('\n')}</nav>`;
}

const renderSignIn = ([
  first,
  ...others
]: readonly DemoUser[]): string => `<form id="sign-in" class="row" aria-label="Sign in to try calls">
      <label for="user-name">User name</label>
      <input id="user-name" name="userName" list="demo-users" autocomplete="username" spellcheck="false"
        autocapitalize="none" required value="${escapeHtml(first?.userName ?? '')}">
      <datalist id="demo-users">${(first ? [first, ...others] : [])
        .map(({ userName }) => `<option value="${escapeHtml(userName)}">`)
        .join('')}</datalist>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required
        value="${escapeHtml(first?.password ?? '')}">
      <button class="primary" type="submit">Sign in</button>
    </form>`;

/** The page as HTML. */
export function renderPage(
  { title, html, listing, entry, search = '' }: Content,
  { users, files }: Frame,
): string {
  const settings = {
    users: users.map(({ userName, password }) => ({ userName, password })),
    identity: '/identity',
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Rostrum</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${files.style}">
${entry ? `<link rel="alternate" type="text/markdown" href="${operationPath(entry)}.md">` : ''}
</head>
<body>
<header class="bar">
  <a class="brand" href="/"><img src="${icon}" alt="" width="24" height="24">Rostrum</a>
  <form id="search" class="search" action="/reference/search" role="search">
    <input name="q" type="search" aria-label="Search all operations" placeholder="Search" value="${escapeHtml(search)}">
  </form>
  <a class="link" href="/errors">Error codes</a>
  <p id="message" class="message" role="status"></p>
  <button id="toggle" class="toggle" type="button" aria-expanded="false" aria-controls="panel">Sign in</button>
  <div id="panel" class="panel">
    ${renderSignIn(users)}
    <div id="session" class="row" hidden>
      <label for="workspace">Workspace</label>
      <select id="workspace"></select>
      <button id="copy" type="button">Copy token</button>
      <button id="sign-out" type="button">Sign out</button>
    </div>
  </div>
</header>
<div id="content" class="content">
${listing ? renderMenu(listing, entry) : ''}
<main tabindex="-1">
${listing ? `<p class="way"><a href="/">All areas</a> › <a href="/reference/${listing.area}">${escapeHtml(listing.title)}</a></p>` : ''}
${html}
</main>
</div>
<noscript><p class="content">Signing in and sending requests needs JavaScript.</p></noscript>
<script type="application/json" id="page-settings">${toEmbeddedJson(settings)}</script>
<script src="${files.script}" type="module"></script>
</body>
</html>
`;
}
