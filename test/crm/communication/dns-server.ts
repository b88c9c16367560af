// A name server for tests, over UDP: answers with the records that a test sets, or not at all (RFC 1035 4.1).
import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';

export interface DnsServer {
  /** Values by type and name, such as `TXT _dmarc.example.org`; for MX `10 host`. Other names do not exist. */
  readonly records: Map<string, readonly string[]>;
  /** Whether it answers; it fails where it is `fails`. */
  mode: 'answers' | 'fails' | 'silent';
  /** What was asked. */
  readonly asked: string[];
  stop(): void;
}

const types: Readonly<Record<number, string>> = { 5: 'CNAME', 15: 'MX', 16: 'TXT' };

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** TXT: strings of at most 255 bytes (RFC 1035 3.3.14); MX: preference and host (3.3.9); CNAME: a name (3.3.1). */
function encodeValue(type: string, value: string): Buffer {
  if (type === 'CNAME') return encodeName(value);
  if (type === 'MX') {
    const [preference = '0', host = ''] = value.split(' ');
    return Buffer.concat([Buffer.from([0, Number(preference)]), encodeName(host)]);
  }
  const parts = value.match(/.{1,255}/gs) ?? [''];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
}

function readQuestion(query: Buffer): { readonly name: string; readonly type: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at]) {
    const length = query[at] ?? 0;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: types[query.readUInt16BE(at + 1)] ?? '', end: at + 5 };
}

/** Starts a server and points the look-ups of this process at it. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = {
    ...{ records: new Map(), mode: 'answers', asked: [] },
    stop() {
      dns.setServers(before);
      socket.close();
    },
  };
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    server.asked.push(`${type} ${name}`);
    if (server.mode === 'silent') return;
    const values = server.mode === 'fails' ? [] : (server.records.get(`${type} ${name}`) ?? []);
    const exists = [...server.records.keys()].some((key) => key.endsWith(` ${name}`));
    const code = server.mode === 'fails' ? 2 : exists ? 0 : 3;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    const answers = values.map((value) => {
      const data = encodeValue(type, value);
      const fields = Buffer.alloc(12);
      fields.writeUInt16BE(0xc00c, 0);
      query.copy(fields, 2, end - 4, end);
      fields.writeUInt32BE(60, 6);
      fields.writeUInt16BE(data.length, 10);
      return Buffer.concat([fields, data]);
    });
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  return server;
}
