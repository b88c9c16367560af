// POST /api/v1/Broadcasts
import { lambda } from '../../../../shared/http/lambda.ts';
import { createBroadcast } from './contract.ts';
import { writeDraft } from './write-draft.ts';

export const handler = lambda(createBroadcast, (context) => writeDraft(context, context.body));
