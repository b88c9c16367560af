// GET /api/v1/Scripts/desk.js
import { lambda } from '../../../shared/http/lambda.ts';
import { getDeskScript } from './contract.ts';
import { replyWithScript } from './reply-with-script.ts';
import { deskScript } from './script.ts';

export const handler = lambda(getDeskScript, () => replyWithScript(deskScript));
