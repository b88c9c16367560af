// The error catalogue as a page: what each code means and what to do next; error_uri of area C links here.
import { errorCatalogue, errorDetailCodes } from '../../shared/errors/catalogue.ts';
import type { Mount } from '../contracts/mount.ts';
import { pageHeaders } from './content-security.ts';
import { escapeHtml } from './html.ts';
import { icon } from './icon.ts';

type Entry = readonly [code: string, entry: (typeof errorCatalogue)[keyof typeof errorCatalogue]];

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b2a2f, #e8eef0); --quiet: light-dark(#51636a, #a3b1b7);
  --line: light-dark(#d5dcde, #343c40); --accent: light-dark(#0f766e, #5eead4); }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; color: var(--ink); line-height: 1.5;
  background: light-dark(#fff, #0f1112); font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); } a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
article { padding: 1rem 0; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
h2 { margin: 0 0 .25rem; font-size: 1.05rem; } h2 a { color: inherit; text-decoration: none; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
p { margin: .25rem 0; } .status, dt span { color: var(--quiet); font-weight: 400; }
dt { margin-top: .75rem; font-weight: 600; } dd { margin: 0; }
`;

const renderArticle = ([code, { status, when, next, oauth }]: Entry): string => `<article id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <span class="status">${status}</span></h2>
<p>${escapeHtml(when)}</p>
<p><strong>What to do:</strong> ${escapeHtml(next)}</p>
<p class="status">In area C and at /oauth/: <code>${oauth}</code></p>
</article>`;

const renderPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
${content}
</body>
</html>
`;

const renderCatalogue = (entries: readonly Entry[], path: string): string =>
  renderPage(
    'Error codes',
    `<h1>Error codes</h1>
<p>Every error has one of these codes. They are stable: none is renamed or reused.
Back to the <a href="/">API reference</a>.</p>
${entries.map(renderArticle).join('\n')}
<h1 id="faults">Codes of single values</h1>
<p>The codes in the details of <a href="${path}#VALIDATION_ERROR"><code>VALIDATION_ERROR</code></a>.</p>
<dl>${Object.entries(errorDetailCodes)
      .map(([code, meaning]) => `<dt id="${code}"><code>${code}</code></dt><dd>${escapeHtml(meaning)}</dd>`)
      .join('\n')}</dl>`,
  );

const renderEntry = (entry: Entry, path: string): string =>
  renderPage(
    entry[0],
    `<h1>${entry[0]}</h1>\n${renderArticle(entry)}\n<p><a href="${path}">All error codes</a></p>`,
  );

/** The mount of the catalogue: `<at>` is the whole of it, `<at>/<CODE>` one code. */
export function createErrorsMount(path = '/errors'): Mount {
  const entries = Object.entries(errorCatalogue).sort((a, b) => a[1].status - b[1].status);
  return {
    at: path,
    serve: (request, response) => {
      const rest =
        (request.url ?? '')
          .split(/[?#]/, 1)[0]
          ?.slice(path.length)
          .replace(/^\/|\/$/g, '') ?? '';
      const entry = entries.find(([code]) => code === rest.toUpperCase());
      if (request.method !== 'GET' && request.method !== 'HEAD')
        response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      else if (rest === '') response.writeHead(200, pageHeaders).end(renderCatalogue(entries, path));
      else if (entry) response.writeHead(200, pageHeaders).end(renderEntry(entry, path));
      else {
        response.writeHead(404, pageHeaders);
        response.end(
          renderPage('No such code', `<h1>No such code</h1>\n<p><a href="${path}">All error codes</a></p>`),
        );
      }
    },
  };
}
