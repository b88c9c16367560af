// The API reference page: a sign-in bar of our own above Scalar.

import { type Area, areas as allAreas } from '../../shared/http/areas.ts';
import type { DemoUser } from '../contracts/demo-tenants.ts';
import { escapeHtml, toEmbeddedJson } from './html.ts';
import { icon } from './icon.ts';

/** The content of the page. */
export interface ReferencePage {
  readonly areas: readonly Area[];
  /** The demo users; the first is filled in. */
  readonly users: readonly DemoUser[];
  /** Paths of the page's own files. */
  readonly files: { readonly scalar: string; readonly script: string; readonly style: string };
}

/** The page as HTML. */
export function renderReferencePage({ areas, users, files }: ReferencePage): string {
  const [first] = users;
  const settings = {
    documents: areas.map((area) => ({
      title: `${allAreas[area].letter} · ${allAreas[area].title}`,
      slug: area,
      url: `/${area}/openapi.json`,
    })),
    users: users.map(({ userName, password }) => ({ userName, password })),
    identity: '/identity',
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Rostrum API reference</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${files.style}">
</head>
<body>
<header class="bar">
  <a class="brand" href="/"><img src="${icon}" alt="" width="24" height="24">Rostrum</a>
  <a class="link" href="/errors">Error codes</a>
  <p id="message" class="message" role="status"></p>
  <button id="toggle" class="toggle" type="button" aria-expanded="false" aria-controls="panel">Sign in</button>
  <div id="panel" class="panel">
    <form id="sign-in" class="row" aria-label="Sign in to try calls">
      <label for="user-name">User name</label>
      <input id="user-name" name="userName" list="demo-users" autocomplete="username" spellcheck="false"
        autocapitalize="none" required value="${escapeHtml(first?.userName ?? '')}">
      <datalist id="demo-users">${users.map(({ userName }) => `<option value="${escapeHtml(userName)}">`).join('')}</datalist>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required
        value="${escapeHtml(first?.password ?? '')}">
      <button class="primary" type="submit">Sign in</button>
    </form>
    <div id="session" class="row" hidden>
      <label for="workspace">Workspace</label>
      <select id="workspace"></select>
      <button id="copy" type="button">Copy token</button>
      <button id="sign-out" type="button">Sign out</button>
    </div>
  </div>
</header>
<main id="reference" aria-label="API reference"><p class="loading">Loading the reference.</p></main>
<noscript>The reference needs JavaScript. The documents themselves: ${areas
    .map((area) => `<a href="/${area}/openapi.json">${escapeHtml(allAreas[area].title)}</a>`)
    .join(', ')}.</noscript>
<script type="application/json" id="page-settings">${toEmbeddedJson(settings)}</script>
<script src="${files.scalar}" defer></script>
<script src="${files.script}" type="module"></script>
</body>
</html>
`;
}
