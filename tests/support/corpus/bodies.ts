/** Bodies as bytes: deep, long, broken, in other encodings, and JSON that is not quite JSON. */
const nested = (open: string, close: string, depth: number, inside = "1") =>
  open.repeat(depth) + inside + close.repeat(depth);
const inData = (json: string) => `{"data":{"name":"x","json":${json}}}`;

const DEPTHS = [1, 5, 28, 29, 30, 31, 32, 33, 100, 5_000, 100_000];
const DEEP = DEPTHS.flatMap((depth) => [
  nested("[", "]", depth),
  nested('{"a":', "}", depth),
  inData(nested("[", "]", depth)),
  `{"where":${nested('{"and":[', "]}", depth, '["name","eq","x"]')}}`,
  `{"where":${nested('{"not":', "}", depth, '["name","eq","x"]')}}`,
  "[".repeat(depth),
]);

const SCALARS = [
  "",
  " ",
  "null",
  "true",
  "0",
  '"x"',
  "[]",
  "{}",
  "[{}]",
  '{"data":null}',
  '{"data":[]}',
  '{"data":"x"}',
  '{"data":1}',
];

const NUMBERS = [
  "-0",
  "1e400",
  "1e-400",
  "9007199254740993",
  "0.1",
  "1E5",
  "01",
  "+1",
  ".5",
  "5.",
  "0x10",
  "NaN",
  "1".repeat(400),
  "-",
];

const BROKEN = [
  '{"data":',
  '{"data":{}',
  '{"data":{}}x',
  '{"data":{}}{"data":{}}',
  "{'data':{}}",
  "{data:{}}",
  '{"data":{},}',
  '// x\n{"data":{}}',
  '{"data":{"name":"a\nb"}}',
  '{"data":{"name":"\\x41"}}',
  '{"data":{"name":"\\u12"}}',
  '{"data":{"name":"\\ud800"}}',
  '{"data":{"name":"\\u0000"}}',
  '{"data":{"\\u0000":1}}',
  '{"data":{"name":"a","name":"b"}}',
  '{"data":{"name":"a"},"data":{"name":"b"}}',
  '{"data":{"__proto__":{"name":"x"}}}',
  '{"__proto__":{"data":{"name":"x"}}}',
  '{"data":{"name":"x","json":{"__proto__":{"polluted":true}}}}',
  '{"data":{"name":"x","json":{"constructor":{"prototype":{"polluted":true}}}}}',
  "name=x&data=y",
  "--x\r\nContent-Disposition: form-data; name=data\r\n\r\n{}\r\n--x--",
  "<data/>",
];

const MEBIBYTE = 1024 * 1024;
const LARGE = [
  inData(`"${"a".repeat(MEBIBYTE - 100)}"`),
  inData(`"${"a".repeat(MEBIBYTE)}"`),
  `{"data":{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(",")}}}`,
  inData(`[${"1,".repeat(200_000)}1]`),
  `{"where":["name","in",[${'"a",'.repeat(10_000)}"a"]]}`,
  `{"where":{"or":[${'["name","eq","a"],'.repeat(5_000)}["name","eq","a"]]}}`,
  `{"sort":[${'{"field":"name","direction":"asc"},'.repeat(5_000)}{"field":"id","direction":"asc"}]}`,
  `{"fields":[${'"name",'.repeat(50_000)}"name"]}`,
  `{"cursor":"${"A".repeat(200_000)}"}`,
  " ".repeat(500_000),
];

const good = inData('"x"');
const ENCODED = [
  Buffer.from(`\ufeff${good}`),
  Buffer.from(good, "utf16le"),
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, "utf16le")]),
  Buffer.from('{"data":{"name":"\u00e9"}}', "latin1"),
  Buffer.from([0x7b, 0xc0, 0x80, 0x7d]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  Buffer.alloc(1_000),
];

export const BODIES: readonly Buffer[] = [
  ...[
    ...DEEP,
    ...SCALARS,
    ...BROKEN,
    ...LARGE,
    ...NUMBERS.map(inData),
    ...NUMBERS.map((number) => `{"limit":${number}}`),
  ].map((text) => Buffer.from(text)),
  ...ENCODED,
];
