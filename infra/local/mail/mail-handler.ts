// Shows the caught mails over HTTP: pages for people, JSON for tests.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type MailReport, mailReports } from './mail-events.ts';
import { renderList, renderMessage } from './mail-pages.ts';
import { deleteMails, findMail, listMails, type Mail } from './mail-store.ts';

/** What is reported of which mail. */
const reportPattern = /^\/messages\/([^/]+)\/([a-z-]+)$/;
const attachmentPattern = /^\/messages\/([^/]+)\/attachments\/(\d{1,3})$/;

export interface MailHandlerOptions {
  /** Where the mail catcher stores mails. */
  readonly folder: string;
  /** The path this is served below, without a trailing slash: `/mail`. */
  readonly base: string;
  /** Reports what became of a mail, to the functions that learn of it from Amazon SES in AWS. */
  readonly report?: (mail: Mail, report: MailReport) => Promise<void>;
}

/**
 * Serves below `base`: the list (GET), one mail (GET /messages/{id}), all as JSON, newest first
 * (GET /messages: id, from, to, subject, date, text, headers, attachments), an attachment by its place
 * (GET /messages/{id}/attachments/0), and empties the box (DELETE /messages: 204). A mail comes back,
 * is complained of, or arrives, by POST /messages/{id}/bounce, .../soft-bounce, .../complaint and .../delivery (204).
 */
export function createMailHandler({
  folder,
  base,
  report,
}: MailHandlerOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.slice(base.length).replace(/\/$/, '');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (path === '' && method === 'GET') {
      sendPage(response, 200, renderList(base, await listMails(folder)));
    } else if (path === '/messages' && method === 'GET') {
      const mails = await listMails(folder);
      const list = mails.map(({ id, from, to, subject, date, text, headers, attachments }) => ({
        id,
        from,
        to,
        subject,
        date,
        text,
        headers,
        attachments: attachments.map(({ name, type, bytes }) => ({ name, type, bytes })),
      }));
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(list));
    } else if (path === '/messages' && method === 'DELETE') {
      if (isCrossOrigin(request)) {
        sendText(response, 403, 'A page of another site may not empty the mail box.');
        return;
      }
      await deleteMails(folder);
      response.writeHead(204).end();
    } else if (attachmentPattern.test(path) && method === 'GET') {
      const [, id = '', place = ''] = attachmentPattern.exec(path) ?? [];
      const attachment = (await findMail(folder, id))?.attachments[Number(place)];
      if (attachment?.content === undefined)
        sendText(response, 404, 'There is no such attachment: the box may have been emptied.');
      else sendAttachment(response, attachment.name, Buffer.from(attachment.content, 'base64'));
    } else if (path.startsWith('/messages/') && method === 'GET') {
      const mail = await findMail(folder, path.slice('/messages/'.length));
      if (mail) sendPage(response, 200, renderMessage(base, mail));
      else sendText(response, 404, 'There is no such mail: the box may have been emptied.');
    } else if (method === 'POST' && reportPattern.test(path)) {
      const [, id = '', name] = reportPattern.exec(path) ?? [];
      const mail = await findMail(folder, id);
      const kind = mailReports.find((each) => each === name);
      if (isCrossOrigin(request)) sendText(response, 403, 'A page of another site may not report mails.');
      else if (!mail) sendText(response, 404, 'There is no such mail: the box may have been emptied.');
      else if (!kind) sendText(response, 404, `Report one of ${mailReports.join(', ')}.`);
      else {
        await report?.(mail, kind);
        response.writeHead(204).end();
      }
    } else if (path === '' || path === '/messages' || path.startsWith('/messages/')) {
      response.setHeader('allow', path === '/messages' ? 'GET, DELETE' : 'GET');
      sendText(response, 405, `${request.method} is not offered here.`);
    } else {
      sendText(response, 404, `Nothing is here; the mails are at ${base}.`);
    }
  };
}

/** Whether a page of another origin sent the request; programs other than browsers send no Origin. */
function isCrossOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  return origin !== undefined && origin !== `http://${host}`;
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // Mails are strangers' HTML: no script runs and nothing is fetched, in the frame either, which inherits this.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
    'x-content-type-options': 'nosniff',
  });
  response.end(html);
}

/** A stranger's file: it is downloaded as bytes and never shown, whatever type it says it has. */
function sendAttachment(response: ServerResponse, name: string, bytes: Buffer): void {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
