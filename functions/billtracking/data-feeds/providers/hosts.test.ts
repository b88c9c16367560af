import { afterEach, beforeEach, expect, it } from 'vitest';
import { findBaseAddress, resolveFileAddress, resolvePublishedAddress } from './hosts.ts';

// Files share a process, of which one may have allowed addresses of this machine.
beforeEach(() => {
  delete process.env.WEBHOOKS_TO_LOOPBACK;
});
afterEach(() => {
  delete process.env.DATA_FEED_HOSTS;
});

it('a file is read only from the host of the files of Open States', () => {
  expect(resolveFileAddress('https://data.openstates.org/csv/wa.zip?x=1')).toBe(
    'https://data.openstates.org/csv/wa.zip',
  );
  for (const other of [
    'http://data.openstates.org/wa.zip',
    'https://data.openstates.org:8443/wa.zip',
    'https://data.openstates.org.example/wa.zip',
    'https://data.openstates.org@example.com/wa.zip',
    'wa.zip',
  ])
    expect(resolveFileAddress(other), other).toBeUndefined();
});

it('a server that stands in for the providers is on this machine', () => {
  process.env.DATA_FEED_HOSTS = 'http://127.0.0.1:8080';
  expect(findBaseAddress('congress')).toBe('http://127.0.0.1:8080/congress');
  for (const other of [
    'https://127.0.0.1',
    'http://10.0.0.1',
    'http://localhost.example',
    'http://127.0.0.1:8080/x',
  ]) {
    process.env.DATA_FEED_HOSTS = other;
    expect(() => findBaseAddress('congress'), other).toThrow('must be an address of this machine');
  }
  process.env.DATA_FEED_HOSTS = '';
  expect(findBaseAddress('congress')).toBe('https://api.congress.gov/v3');
});

it('a text is read over https at a host with a public name, of the Congress at congress.gov alone', () => {
  const resolve = (service: 'openstates' | 'congress', text: string) =>
    resolvePublishedAddress(service, text)?.href;
  expect(resolve('openstates', 'http://legislature.example.org/a?b=1#c')).toBe(
    'https://legislature.example.org/a?b=1',
  );
  expect(resolve('congress', 'https://www.congress.gov/119/bills/hr1/BILLS-119hr1ih.htm')).toBeDefined();
  for (const other of [
    'https://www.congress.gov.example.org/x',
    'https://legislature.example.org/x',
    'https://api.congress.gov/v3/bill',
  ])
    expect(resolve('congress', other), other).toBeUndefined();
  for (const other of [
    'ftp://legislature.example.org/x',
    'https://legislature.example.org:8443/x',
    'https://a:b@legislature.example.org/x',
    'https://10.1.2.3/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://printer/x',
    'https://metadata.internal/x',
    'not an address',
  ])
    expect(resolve('openstates', other), other).toBeUndefined();
});
