// Ports on which other protocols than HTTP listen: a request to one could be read as commands of that protocol.

/** The bad ports of the Fetch standard (WHATWG, "Port blocking"), which browsers and Node's fetch refuse too. */
const badPorts = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/** Databases, caches, queues and remote control that the list of the standard leaves out (IANA port registry). */
const otherServices = [
  445, 1433, 1521, 1883, 2375, 2376, 2379, 3306, 3389, 5222, 5269, 5432, 5671, 5672, 5900, 6379, 8883, 9042,
  9092, 9200, 9300, 11211, 27017,
];

const refusedPorts: ReadonlySet<number> = new Set([...badPorts, ...otherServices]);

/** Whether a port belongs to another protocol. The default port of https and http is absent from a parsed address. */
export const isPortOfOtherProtocol = ({ port }: URL): boolean =>
  port !== '' && refusedPorts.has(Number(port));
