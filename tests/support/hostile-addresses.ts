/** Addresses that are not on the public internet, and the ways to write them into a URL. */

const PRIVATE_IPV4 = [
  ["127.0.0.1", "127.1.2.3", "127.255.255.254", "0.0.0.0", "0.1.2.3"],
  ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"],
  ["100.64.0.1", "100.100.100.200", "100.127.255.254", "169.254.169.254", "169.254.170.2", "168.63.129.16"],
  ["192.0.0.1", "192.0.0.192", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "198.19.255.255"],
  ["192.88.99.1", "192.31.196.1", "192.52.193.1", "192.175.48.1"],
  ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
].flat();

export const PRIVATE_IPV6 = [
  ["::", "::1", "0:0:0:0:0:0:0:1", "0000:0000:0000:0000:0000:0000:0000:0001", "::2", "1::1", "200::1", "4000::1"],
  ["fc00::1", "fd00::1", "fd00:ec2::254", "fd20:ce::254", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff05::2"],
  ["100::1", "100:0:0:1::1", "2001:db8::1", "3fff::1", "5f00::1", "2001:2::1", "2001:10::1", "2001:20::1"],
  ["2001:3::1", "2001:4:112::1", "2620:4f:8000::1", "64:ff9b::1", "64:ff9b:1::1", "2001::1", "2002::1"],
].flat();

const bytesOf = (address: string) => address.split(".").map(Number);
const numberOf = (address: string) => bytesOf(address).reduce((sum, byte) => sum * 256 + byte, 0);
const groupsOf = (address: string, mask = 0) => {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(address).map((byte) => byte ^ mask);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
const digits = (address: string, zero: string, one: string) =>
  address.replace(/\d/g, (digit) =>
    digit === "0" ? zero : String.fromCodePoint((one.codePointAt(0) ?? 0) + Number(digit) - 1),
  );

const inBytes = (write: (byte: number) => string) => (address: string) => bytesOf(address).map(write).join(".");

/** Each is a host of a URL that means, or contains, the address. */
const FORMS: ((address: string) => string)[] = [
  (address) => address,
  (address) => `${address}.`,
  inBytes((byte) => `0x${byte.toString(16)}`),
  inBytes((byte) => `0${byte.toString(8)}`),
  inBytes((byte) => `000${byte.toString(8)}`),
  (address) => String(numberOf(address)),
  (address) => `0x${numberOf(address).toString(16).toUpperCase()}`,
  (address) => `0${numberOf(address).toString(8)}`,
  (address) => `${bytesOf(address)[0]}.${numberOf(address) % 2 ** 24}`,
  (address) => `${bytesOf(address).slice(0, 2).join(".")}.${numberOf(address) % 2 ** 16}`,
  (address) => digits(address, "０", "１"),
  (address) => digits(address, "⓪", "①"),
  (address) => address.replaceAll(".", "。"),
  (address) => address.replace(/\d/g, (digit) => `%3${digit}`),
  (address) => `[::ffff:${address}]`,
  (address) => `[::FFFF:${groupsOf(address)}]`,
  (address) => `[0:0:0:0:0:ffff:${groupsOf(address)}]`,
  (address) => `[::${address}]`,
  (address) => `[::ffff:0:${address}]`,
  (address) => `[64:ff9b::${address}]`,
  (address) => `[64:ff9b:1::${groupsOf(address)}]`,
  (address) => `[2002:${groupsOf(address)}::1]`,
  (address) => `[2001:0:4136:e378:8000:63bf:${groupsOf(address, 255)}]`,
  (address) => `[fe80::5efe:${address}]`,
];

const LOCAL_NAMES = [
  ["localhost", "LOCALHOST", "localhost.", "localhost..", "a.localhost", "a.b.localhost.", "localhost.localdomain"],
  ["ｌｏｃａｌｈｏｓｔ", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "𝐥𝐨𝐜𝐚𝐥𝐡𝐨𝐬𝐭", "loca\u00adlhost"],
  ["local\u200bhost", "ˡᵒᶜᵃˡʰᵒˢᵗ", "localhoſt", "lºcalhost"],
  ["%6c%6f%63%61%6c%68%6f%73%74", "localhost%2e", "localhost。", "a．localhost", "ip6-localhost", "loopback"],
  ["metadata", "metadata.google.internal", "metadata.google.internal.", "METADATA.GOOGLE.INTERNAL", "instance-data"],
  ["intranet", "printer.local", "router.home.arpa", "db", "kubernetes.default.svc.cluster.local"],
  ["host.docker.internal"],
].flat();

/** Hosts of URLs that never reach the public internet. */
export const HOSTILE_HOSTS: string[] = [
  ...PRIVATE_IPV4.flatMap((address) => FORMS.map((form) => form(address))),
  ...PRIVATE_IPV6.map((address) => `[${address}]`),
  ...LOCAL_NAMES,
];

/** Addresses that a public DNS name can resolve to, in order to reach private hosts. */
export const HOSTILE_RECORDS: string[] = [
  ...PRIVATE_IPV4,
  ...PRIVATE_IPV6,
  ...PRIVATE_IPV4.flatMap((address) => [
    `::ffff:${address}`,
    `64:ff9b::${groupsOf(address)}`,
    `2002:${groupsOf(address)}::`,
  ]),
  "fe80::1%1",
  "::ffff:8.8.8.8",
];
