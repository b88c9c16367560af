// The two pages of the mail catcher. All text of a mail is escaped; its HTML is in a sandboxed frame.
import type { Mail } from './mail-store.ts';

/** The list of caught mails, newest first. */
export function renderList(base: string, mails: readonly Mail[]): string {
  const rows = mails.map(
    ({ id, to, subject, date, text }) => `
      <li><a href="${base}/messages/${id}">
        <span class="to">${escapeHtml(to.join(', '))}</span>${renderTime(date)}
        <strong>${escapeHtml(subject || '(no subject)')}</strong>
        <span class="start">${escapeHtml(text.slice(0, 140))}</span>
      </a></li>`,
  );
  const body =
    rows.length > 0
      ? `<ol>${rows.join('')}</ol>`
      : '<p class="empty">No mail yet. All mail that the platform sends on this machine is caught here and delivered nowhere else.</p>';
  return renderPage('Mail', `<h1>Mail</h1>${body}`);
}

/** One mail. */
export function renderMessage(
  base: string,
  { id, from, to, subject, date, text, html, headers, attachments }: Mail,
): string {
  const files = attachments.map(({ name, type, bytes, content }, index) => {
    const label = escapeHtml(name);
    const shown =
      content === undefined
        ? label
        : `<a href="${base}/messages/${id}/attachments/${index}" download>${label}</a>`;
    return `<dd>${shown} (${escapeHtml(type)}, ${bytes} bytes)</dd>`;
  });
  const frame =
    html === undefined
      ? ''
      : `<h2>As HTML</h2>
         <iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML"
           srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe>`;
  const fields = headers.map(
    ({ name, value }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  const headerList =
    fields.length > 0 ? `<details><summary>Headers</summary><dl>${fields.join('')}</dl></details>` : '';
  return renderPage(
    subject || '(no subject)',
    `<nav><a href="${base}">All mail</a></nav>
     <h1>${escapeHtml(subject || '(no subject)')}</h1>
     <dl>
       <dt>From</dt><dd>${escapeHtml(from)}</dd>
       <dt>To</dt><dd>${escapeHtml(to.join(', '))}</dd>
       <dt>Date</dt><dd>${renderTime(date)}</dd>
       ${files.length > 0 ? `<dt>Attached</dt>${files.join('')}` : ''}
     </dl>
     ${headerList}
     <pre>${linkAddresses(text)}</pre>${frame}`,
  );
}

/** Text for HTML content and quoted attributes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

// Escaped first: an address in the escaped text has no quote or bracket that could end the attribute.
function linkAddresses(text: string): string {
  return escapeHtml(text).replaceAll(
    /https?:\/\/(?:(?!&(?:quot|lt|gt|#39);)\S)+/g,
    (address) => `<a href="${address}" target="_blank" rel="noreferrer">${address}</a>`,
  );
}

function renderTime(date: string): string {
  return `<time datetime="${escapeHtml(date)}">${escapeHtml(date.slice(0, 19).replace('T', ' '))} UTC</time>`;
}

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; --line: light-dark(#d8dde3, #3a424c); --quiet: light-dark(#5b6673, #9aa5b1); }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1rem; }
  ol { list-style: none; padding: 0; border-top: 1px solid var(--line); }
  li a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .75rem .5rem; color: inherit;
    text-decoration: none; border-bottom: 1px solid var(--line); }
  li a:hover, li a:focus-visible { background: light-dark(#f2f5f8, #1f252b); }
  li strong, .start { grid-column: 1 / -1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .to, time, .start, dt, .empty { color: var(--quiet); }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dd { margin: 0; grid-column: 2; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border-top: 1px solid var(--line); padding-top: 1rem; }
  iframe { width: 100%; height: 60vh; border: 1px solid var(--line); background: #fff; color-scheme: light; }
</style>
<body>${body}</body>
</html>
`;
}
