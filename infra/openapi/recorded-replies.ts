// The recorded replies to the examples, shown in the documents and checked by a test.
import recorded from './recorded-replies.json' with { type: 'json' };

const replies: Readonly<Record<string, unknown>> = recorded;

/** The recorded body of the reply to an operation's example; undefined when it has none. */
export const findRecordedReply = (operation: string): unknown =>
  Object.hasOwn(replies, operation) ? replies[operation] : undefined;

const longDate =
  '\\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \\d{1,2}, \\d{4}\\b';

/** The values that differ from run to run, and their replacements in a recording. */
const volatilePatterns: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, '2026-01-15T09:30:00.000Z'],
  // The demo's classes are after the day of seeding, so days and local times differ as well.
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, '2026-01-15T09:30:00'],
  [/\b\d{4}-\d\d-\d\d\b(?!T)/g, '2026-01-15'],
  // Numbers that people read aloud: of certificates and confirmations.
  [/(?<![\w-])\d{4}-\d{4}-\d{4}(?![\w-])/g, '4821-9305-7318'],
  [/(?<![\w-])\d{4}-\d{4}(?![\w-])/g, '4821-9075'],
  // Seeded ids are of version 5 and always the same; random ones are of version 4.
  [
    /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ],
  [/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/, 'eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl'],
  [/^rst_(?!demo-only)[\w-]+$/, 'rst_0Vb0l6vE1sZb3fW1lq8QmO1eS1pG7iH0yT4uJ9cKx2M'],
  [
    /^urn:ietf:params:oauth:request_uri:[\w-]{43}$/,
    'urn:ietf:params:oauth:request_uri:f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  ],
  // User codes of devices (RFC 8628 6.1).
  [/(^|user_code=)[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/, '$1WDJB-MJHT'],
  // Keys of authenticators and recovery codes.
  [/(^|secret=)[A-Z2-7]{32}(?=$|&)/, '$1GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  [/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/, 'MZXW-6YTB-OIQG-C3TE'],
  // Moduli of RSA keys of 2048 bits.
  [/^[\w-]{342}$/, '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86z'],
  [/^[\w-]{43}$/, 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'],
  [/^\d{13}-[\w-]{8,40}$/, '1768469400000-0000000000000000000000000042'],
  [/^[0-9a-f]{12}-[0-9a-f]{10}$/, '019bc0a8f4c0-36f51ab3d1'],
  // Keys, signatures and status lists of credentials, and the secret parts of addresses of files and pictures.
  [/z6Mk[1-9A-HJ-NP-Za-km-z]{44}/g, 'z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'],
  [
    /^z[1-9A-HJ-NP-Za-km-z]{84,88}$/,
    'z3FXQjecWufY46yg5abdVZsXqLhxhueuSoZgNSARiKBk9czhSePTFehP8c3PGfb6a22gkfUKodsZLZuyY8xsN1LJh',
  ],
  [/^uH4sI[\w-]+$/, 'uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQsvoAAAAAAAAAAAAAAAAP4GcwM92tQwAAA'],
  [/(\/Files\/[a-z0-9-]+\/)[\w.-]+$/, '$1f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'],
  [/(\/MailImages\/[a-z0-9-]+\/[0-9a-f-]{36}\.)[\w-]+$/, '$1f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'],
  [
    /^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/,
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Rostrum//Legislative calendar//EN',
      'NAME:Olympia calendar',
      'X-WR-CALNAME:Olympia calendar',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:3f2504e0-4f89-41d3-9a0c-0305e82c3301@demo.rostrum',
      'SEQUENCE:1',
      'DTSTAMP:20260115T093000Z',
      'DTSTART;VALUE=DATE:20260121',
      'DTEND;VALUE=DATE:20260122',
      'SUMMARY:Cancelled: Floor session',
      'STATUS:CANCELLED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  ],
  // Secrets of webhooks, private addresses of calendar feeds, and deliveries that are no change's.
  [/^whsec_[A-Za-z0-9+/=]+$/, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  [
    /(\/Feeds\/[a-z0-9-]+\/)[0-9a-f]{64,}\.ics$/,
    '$<1>3f2504e08941d39a0c0305e82c3301d39a0c03f2504e04f8941d30305e8233.ics',
  ],
  [/^\d{13}-(test|digest)-[0-9a-f-]{36}$/, '1768469400000-$1-3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  // Launches of courses elsewhere, and their credentials.
  [
    /^(https:\/\/courses\.example\.com\/[^?]*)\?endpoint=.*$/,
    '$1?endpoint=https%3A%2F%2Frostrum.example%2Ftraining%2Fapi%2Fv1%2FXapi%2Fdemo%2F&fetch=…&actor=…&registration=…&activityId=…',
  ],
  [/^[A-Za-z0-9+/]{196}$/, 'NWQ0YWYyZjAtYThmMS00ZGEw…'],
  [
    /(name="id_token" value=")[\w.-]+/g,
    '$1eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl',
  ],
  // Signed stamps of forms: from when until when they can be sent.
  [/\b1[5-9]\d{8}(?=\.1[5-9]\d{8}\.[\w-]{43})/g, '1796361610'],
  // Signed links and codes that end: when, and the signature.
  [/\.1[5-9]\d{8}\.[\w-]{43}/g, '.1796448008.f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'],
  [
    /^<svg [^>]*shape-rendering="crispEdges">.*<\/svg>$/,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45" shape-rendering="crispEdges"></svg>',
  ],
  [/http:\/\/localhost:\d+/g, 'http://localhost:3000'],
  // Days relative to today, as letters and messages write them.
  [new RegExp(`[A-Z][a-z]+day, ${longDate}`, 'g'), 'Wednesday, January 20, 2027'],
  [new RegExp(longDate, 'g'), 'January 20, 2027'],
  [/(?<day>January 20, 2027 at )\d{1,2}:\d\d [AP]M [A-Z]{2,5}\b/g, '$<day>9:00 AM PST'],
];

/** A copy of a reply with every value that differs from run to run replaced. */
export function maskVolatileValues(value: unknown): unknown {
  if (typeof value === 'string') {
    return volatilePatterns.reduce(
      (text, [varying, placeholder]) => text.replace(varying, placeholder),
      value,
    );
  }
  if (typeof value === 'number')
    return value > 1_700_000_000 && value < 2_500_000_000 ? 1_768_469_400 : value;
  if (Array.isArray(value)) return value.map(maskVolatileValues);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      // Hours from the moment at which the demo was seeded.
      name === 'noticeHours' && item !== null ? 168 : maskVolatileValues(item),
    ]),
  );
}
