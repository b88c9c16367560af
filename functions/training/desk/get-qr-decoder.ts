// GET /api/v1/Scripts/qr-decoder.js
import { lambda } from '../../../shared/http/lambda.ts';
import { getQrDecoder } from './contract.ts';
import { readQrDecoder } from './qr-decoder.ts';
import { replyWithScript } from './reply-with-script.ts';

export const handler = lambda(getQrDecoder, async () => replyWithScript(await readQrDecoder()));
