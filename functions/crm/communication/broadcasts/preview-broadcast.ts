// POST /api/v1/Broadcasts/{id}/Preview
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { previewBroadcast } from './contract.ts';
import { renderPreview } from './render-preview.ts';

export const handler = lambda(previewBroadcast, async (context) =>
  ok(await renderPreview(context, context.params.id, context.body.personId)),
);
