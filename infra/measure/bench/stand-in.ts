// A separate process that replays DynamoDB's recorded replies, so that no database work is measured.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fingerprint, parseOperation, type RecordedAnswers } from './fingerprint.ts';

const answers: RecordedAnswers = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const operation = parseOperation(request.headers['x-amz-target']);
    const body = Buffer.concat(chunks).toString();
    const answer = answers[fingerprint(operation, body)];
    const text =
      answer ??
      JSON.stringify({ __type: 'ValidationException', message: `Not recorded: ${operation} ${body}` });
    response.writeHead(answer === undefined ? 400 : 200, {
      'Content-Type': 'application/x-amz-json-1.0',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  });
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
