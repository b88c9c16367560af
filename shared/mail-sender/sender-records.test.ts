// The DNS records of a sender: Amazon SES Developer Guide, "Easy DKIM in Amazon SES" and "Using a custom MAIL FROM domain"; SPF: RFC
// 7208 4.5; DMARC: RFC 7489 6.3 and 6.6.3.
import { expect, it } from 'vitest';
import { buildSesRecords, completeRecords, explainRecord, judgeRecord } from './sender-records.ts';

const domain = 'example.org';
const records = completeRecords(
  domain,
  'abc',
  buildSesRecords(domain, { region: 'eu-west-1', tokens: ['k1', 'k2', 'k3'] }),
);
const find = (purpose: string) =>
  records.find((record) => record.purpose === purpose) ?? expect.fail(`There is no ${purpose}`);
const judge = (purpose: string, ...values: string[]) => judgeRecord(find(purpose), values).status;
const explain = (purpose: string, ...values: string[]) =>
  explainRecord(judgeRecord(find(purpose), values), domain);

it('a domain sent from by Amazon SES has these records', () => {
  expect(records.map(({ type, name, value }) => `${type} ${name} ${value}`)).toEqual([
    'TXT _rostrum-sender.example.org rostrum-sender=abc',
    ...['k1', 'k2', 'k3'].map((key) => `CNAME ${key}._domainkey.example.org ${key}.dkim.amazonses.com`),
    'MX rostrum-mail.example.org 10 feedback-smtp.eu-west-1.amazonses.com',
    'TXT rostrum-mail.example.org v=spf1 include:amazonses.com ~all',
    'TXT _dmarc.example.org v=DMARC1; p=none',
  ]);
  expect(records.filter(({ isRequired }) => !isRequired).map(({ purpose }) => purpose)).toEqual([
    'mail-from',
    'spf',
  ]);
  const zoned = buildSesRecords(domain, {
    region: 'r',
    tokens: ['k'],
    zone: 'dkim.eu-south-2.amazonses.com',
  });
  expect(zoned[0]?.value).toBe('k.dkim.eu-south-2.amazonses.com');
});

it('a DKIM record leads to the key, in any case and with or without a dot at its end', () => {
  expect(judge('dkim', 'K1.DKIM.amazonses.com.')).toBe('correct');
  expect(judge('dkim', 'k2.dkim.amazonses.com')).toBe('different');
  expect(judge('dkim')).toBe('missing');
  expect(explain('dkim', 'proxy.example.net')).toBe(
    'The CNAME record of k1._domainkey.example.org has another value: change it to k1.dkim.amazonses.com.',
  );
});

it('an SPF record is right when it is the only one and allows the sender, whatever else it says', () => {
  expect(judge('spf', 'v=spf1 ip4:192.0.2.1 Include:amazonses.com -all', 'other=1')).toBe('correct');
  expect(judge('spf', 'v=spf1 -all')).toBe('different');
  expect(judge('spf', 'v=spf10 include:amazonses.com')).toBe('missing');
  expect(judge('spf', 'v=spf1 include:amazonses.com', 'v=spf1 -all')).toBe('different');
  expect(explain('spf', 'v=spf1 -all')).toContain('add include:amazonses.com to it');
  expect(explain('spf', 'v=spf1 include:amazonses.com', 'v=spf1 -all')).toContain('join them in one');
});

it('a DMARC record is right with any valid policy, and as the only one', () => {
  for (const policy of [
    'v=DMARC1; p=none',
    'v=DMARC1;p=quarantine;rua=mailto:a@example.org',
    'v=DMARC1; p=reject;',
  ])
    expect(judge('dmarc', policy), policy).toBe('correct');
  expect(judge('dmarc', 'v=DMARC1; rua=mailto:a@example.org')).toBe('different');
  expect(judge('dmarc', 'v=DMARC1; p=later')).toBe('different');
  expect(judge('dmarc', 'v=dmarc1; p=none')).toBe('missing');
  expect(judge('dmarc', 'v=DMARC1; p=none', 'v=DMARC1; p=reject')).toBe('different');
});

it('a MAIL FROM domain has one MX record, whatever its preference', () => {
  expect(judge('mail-from', '5 feedback-smtp.eu-west-1.amazonses.com.')).toBe('correct');
  expect(judge('mail-from', '10 feedback-smtp.us-east-1.amazonses.com')).toBe('different');
  expect(judge('mail-from', '10 feedback-smtp.eu-west-1.amazonses.com', '20 mx.example.org')).toBe(
    'different',
  );
});

it('the ownership record has the value of this tenant, next to others', () => {
  expect(judge('ownership', 'rostrum-sender=other', 'rostrum-sender=abc')).toBe('correct');
  expect(judge('ownership', 'rostrum-sender=ABC')).toBe('different');
});

it('a record that is missing says what to do, also where the provider added the domain', () => {
  expect(explain('ownership')).toMatch(
    /^There is no such TXT record at _rostrum-sender\.example\.org\. Set it/,
  );
  const misplaced = {
    ...judgeRecord(find('dkim'), []),
    misplacedAt: 'k1._domainkey.example.org.example.org',
  };
  expect(explainRecord(misplaced, domain)).toMatch(/enter only k1\._domainkey as its name\.$/);
  expect(explainRecord(judgeRecord(find('dkim'), 'unknown'), domain)).toContain('Check it again');
});
