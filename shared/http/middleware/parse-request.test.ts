// Days of a request are days in its tenant's time zone (docs/interface/requests.md#days-and-moments).
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Admission } from '../../auth/access/access.ts';
import { optionalDay } from '../../lists/list-body.ts';
import { parseRequest } from './parse-request.ts';
import { getRequestState } from './request-state.ts';

const contract = { method: 'GET', query: z.object({ on: optionalDay() }), access: 'public' } as const;

async function readDay(on: string, timeZone?: string): Promise<unknown> {
  const event = {
    ...{ httpMethod: 'GET', path: '/x', resource: '/x', headers: {}, body: null, isBase64Encoded: false },
    ...{ multiValueQueryStringParameters: { on: [on] }, pathParameters: null },
    requestContext: { requestId: '1', identity: { sourceIp: '127.0.0.1' } },
  } as unknown as APIGatewayProxyEvent;
  const state = getRequestState(event);
  if (timeZone !== undefined) state.admission = { settings: { timeZone } } as unknown as Admission;
  const { before } = parseRequest(contract as unknown as Parameters<typeof parseRequest>[0], async () => []);
  await before?.({ event } as unknown as Parameters<NonNullable<typeof before>>[0]);
  return (state.parts.query as { readonly on?: string }).on;
}

describe('a day that is sent as a moment', () => {
  it('is the day in the time zone of the tenant', async () => {
    const evening = '2027-03-02T03:00:00.000Z';
    expect(await readDay(evening, 'America/New_York')).toBe('2027-03-01');
    expect(await readDay(evening, 'Asia/Tokyo')).toBe('2027-03-02');
    expect(await readDay('2027-03-01T23:00:00-10:00', 'America/New_York')).toBe('2027-03-02');
  });

  it('is the day in UTC where there is no tenant, and the one that it names where it has no offset', async () => {
    expect(await readDay('2027-03-02T03:00:00Z')).toBe('2027-03-02');
    expect(await readDay('2027-03-01T23:00:00', 'Asia/Tokyo')).toBe('2027-03-01');
  });

  it.each(['2027-02-30', '2027-02-30T10:00:00Z', '02-30-2027', '2027-03-01T10:00+24:00'])(
    'is refused when the calendar does not have it: %s',
    (on) => expect(readDay(on, 'America/New_York')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' }),
  );
});
