// The management API of the push channel's connections, as other programs of the machine find it.
import { expect, test } from 'vitest';
import { processAccessKeyId } from '../secrets/process-credentials.ts';
import { serveConnections } from './push-connections.ts';

test('another program of this machine can neither send to a connection nor close it', async () => {
  const api = await serveConnections(new Map());
  const send = (accessKeyId: string) =>
    fetch(`${api.address}/@connections/none`, {
      method: 'POST',
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/execute-api/aws4_request`,
      },
      body: 'hello',
    });
  try {
    expect((await fetch(`${api.address}/@connections/none`, { method: 'DELETE' })).status).toBe(403);
    expect((await send('local')).status).toBe(403);
    expect((await send(processAccessKeyId)).status).toBe(410);
  } finally {
    await api.stop();
  }
});
