// GET /connect/passkeys.js
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getPasskeyScript } from './contract.ts';
import { passkeyScript } from './script.ts';

export const handler = lambda(getPasskeyScript, () =>
  ok(passkeyScript, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  }),
);
