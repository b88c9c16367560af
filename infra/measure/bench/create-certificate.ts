// A self-signed certificate for a server on this machine (X.509 v3, RFC 5280), which Node can use and verify but not make.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A server's key and certificate, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** An element of DER: its tag, and its content or its elements. */
function encode(tag: number, ...content: readonly (Uint8Array | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((each) => Buffer.from(each)));
  const { length } = bytes;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

const sequence = (...elements: readonly Uint8Array[]): Buffer => encode(0x30, ...elements);
const objectId = (hex: string): Buffer => encode(0x06, Buffer.from(hex, 'hex'));
const bitString = (bytes: Uint8Array): Buffer => encode(0x03, Buffer.from([0]), bytes);

/** sha256WithRSAEncryption, commonName and subjectAltName. */
const rsaWithSha256 = sequence(objectId('2a864886f70d01010b'), encode(0x05));
const commonName = objectId('550403');
const alternativeNames = objectId('551d11');

/** `261128101500Z`: the years from 1950 to 2049. */
const encodeTime = (date: Date): Buffer =>
  encode(0x17, `${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`);

/** Creates a certificate for `localhost`, valid for a day; its key has the form of those that AWS's addresses have. */
export function createCertificate(now: Date): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const day = 24 * 3600 * 1000;
  const name = sequence(encode(0x31, sequence(commonName, encode(0x0c, 'localhost'))));
  const names = encode(0x04, sequence(encode(0x82, 'localhost')));
  const content = sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))),
    encode(0x02, Buffer.from([1]), randomBytes(8)),
    rsaWithSha256,
    name,
    sequence(encodeTime(new Date(now.getTime() - day)), encodeTime(new Date(now.getTime() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, sequence(sequence(alternativeNames, names))),
  );
  const signed = sequence(content, rsaWithSha256, bitString(sign('sha256', content, privateKey)));
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${signed.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
