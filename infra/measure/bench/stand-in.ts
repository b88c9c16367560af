// A separate process that replays DynamoDB's recorded replies, so that no database work is measured; with TLS and without.
//
// Arguments: the file of the replies, and that of the key and the certificate.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './create-certificate.ts';
import { fingerprint, parseOperation, type RecordedAnswers } from './fingerprint.ts';
import { isSessionRequest, writeSession } from './session-reply.ts';

const [answersFile = '', certificateFile = ''] = process.argv.slice(2);
const answers: RecordedAnswers = JSON.parse(readFileSync(answersFile, 'utf8'));
const certificate: Certificate = JSON.parse(readFileSync(certificateFile, 'utf8'));

const answer: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (isSessionRequest(request.headers)) {
      response.end(writeSession(new Date()));
      return;
    }
    const operation = parseOperation(request.headers['x-amz-target']);
    const body = Buffer.concat(chunks).toString();
    const found = answers[fingerprint(operation, body)];
    const text =
      found ??
      JSON.stringify({ __type: 'ValidationException', message: `Not recorded: ${operation} ${body}` });
    response.writeHead(found === undefined ? 400 : 200, {
      'Content-Type': 'application/x-amz-json-1.0',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  });
};

/** Listens at any port of all addresses that the name has, as AWS's regional addresses are names. */
const listen = (server: Server, host: string): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });

process.send?.({
  plain: await listen(createServer(answer), '127.0.0.1'),
  secure: await listen(createSecureServer(certificate, answer), 'localhost'),
});
process.on('disconnect', () => process.exit(0));
