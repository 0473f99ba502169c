/** JSON is taken exactly as sent or not at all (contract § 7). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/public-api/input/body";

/** As short ones are read: at once. */
const parse = (text: string) => parseJson(Buffer.from(text, "utf8"));

function refusal(bytes: Uint8Array | string): unknown {
  try {
    return { accepted: parseJson(Buffer.from(bytes as string)) };
  } catch (error) {
    return error;
  }
}

function expectRefusal(bytes: Uint8Array | string, message: string | RegExp): void {
  const expected = typeof message === "string" ? message : expect.stringMatching(message);
  expect(refusal(bytes)).toMatchObject({ code: "INVALID_BODY", message: expected });
}

const INEXACT =
  /^The body has a number (with more digits than can be stored exactly|that is too large to be stored|that is too close to 0 to be stored exactly)\. Line 1, column \d+/;
const TOO_DEEP = "The body nests deeper than 32.";
const NOT_JSON = /^The body is not valid JSON\. Line \d+, column \d+: [A-Z]/;
const BROKEN = /^The body is not valid JSON\. Line \d+, column \d+\.$/;
const MANY_KEYS = "The body has more than 10000 keys and objects. Send less at a time.";
const NOT_UTF8 = "The body is not valid UTF-8. Encode it as UTF-8, not as UTF-16 or Latin-1.";
const NUL = /^The body has a NUL character, which cannot be stored\. Line 1, column \d+\. Leave it out\.$/;
const HALF = /^The body has half of a surrogate pair, which is no character\. Line 1, column \d+\. Leave it out\.$/;

describe("a number that survives", () => {
  it.each<[string, number]>([
    ["0", 0],
    ["-0", 0],
    ["-0.0e1", 0],
    ["1.50", 1.5],
    ["100000000000000000000000", 1e23],
    ["0.00000000000000000001", 1e-20],
    // As C++ writes doubles, with 17 digits.
    ["52.520007999999997", 52.520008],
    ["9.8813129168249309e-324", 1e-323],
    // 52 + 2^-16 lies in the middle of two: C++ rounds to the even digit, JavaScript up.
    ["52.000015258789062", 52 + 2 ** -16],
    ["52.000015258789063", 52 + 2 ** -16],
  ])("%s is accepted", (text, value) => {
    expect(parse(`[${text}]`)).toEqual([value]);
  });

  it("is 0 for -0, however deep it stands, and leaves all else as it was", () => {
    expect(parse("-0")).toBe(0);
    expect(parse('{"a": [1,-0, {"b":-0.0}], "__proto__": {"c": -0}, "d": " -0", "e": null}')).toEqual(
      JSON.parse('{"a": [1, 0, {"b": 0}], "__proto__": {"c": 0}, "d": " -0", "e": null}'),
    );
  });

  it("is every double that JavaScript writes", () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
    const survives = fc.property(double, (value) => {
      expect(parse(`[${value}]`)).toEqual([value]);
    });
    fc.assert(survives, { numRuns: 1000 });
  });

  it("is every double in 17 digits", () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
    const survives = fc.property(double, (value) => {
      expect(parse(`[${value.toExponential(16)}]`)).toEqual([value]);
    });
    fc.assert(survives, { numRuns: 1000 });
  });
});

describe("a number that would come back as another", () => {
  it.each([
    "9007199254740993",
    "1e400",
    "1e-400",
    "0.1000000000000000055511151231257827",
    `1${"0".repeat(400)}`,
    "2.4703282292062327e-324",
    "52.520007999999998",
    "0.1000000000000001234",
    "52.000015258789061",
  ])("%s is refused", (text) => {
    expectRefusal(`{"a":[1,${text}]}`, INEXACT);
  });

  it("is every integer that no double is", () => {
    const integer = fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }).filter((value) => BigInt(Number(value)) !== value);
    const refused = fc.property(integer, (value) => expectRefusal(String(value), INEXACT));
    fc.assert(refused, { numRuns: 200 });
  });

  const ROUND = "Round it to 15 digits. Only decimal and text fields take more, as a string in quotes.";

  it.each([
    ['{"data": {"rate": 0.30000000000000004441}}', 'Line 1, column 19, in "data.rate".', "more"],
    [
      '{"operations": [{}, {"data": {"a,b": [1, 9007199254740993]}}]}',
      'Line 1, column 42, in "operations[1].data.a,b[1]".',
      "more",
    ],
    ["9007199254740993", "Line 1, column 1.", "more"],
    ['{\n"data": {"a\\"}": 1, "b": -1e400}}', `Line 2, column 26, in "data.b".`, "large"],
    ['{"data": {"b": 1e-400}}', 'Line 1, column 16, in "data.b".', "close"],
    ['[{"x": {}, "deep": [[1], [2, 1e400]]}]', 'Line 1, column 30, in "[0].deep[1][1]".', "large"],
  ])("is named by line, column and path: %s", (text, place, kind) => {
    const messages: Record<string, string> = {
      more: `The body has a number with more digits than can be stored exactly. ${place} ${ROUND}`,
      large: `The body has a number that is too large to be stored. ${place} Numbers end at 1.7976931348623157e+308.`,
      close: `The body has a number that is too close to 0 to be stored exactly. ${place} Send 0, or round it.`,
    };
    expectRefusal(text, messages[kind] ?? "");
  });
});

describe("nesting", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it("of 32 is accepted, in objects and lists alike", () => {
    expect(JSON.stringify(parse(nested(32)))).toBe(nested(32));
    const mixed = `${'{"a":['.repeat(16)}${"]}".repeat(16)}`;
    expect(JSON.stringify(parse(mixed))).toBe(mixed);
  });

  it.each([33, 1_000])("of %i is refused", (depth) => {
    expectRefusal(nested(depth), TOO_DEEP);
    expectRefusal('{"a":'.repeat(depth), TOO_DEEP);
  });

  it("inside a string does not count", () => {
    const text = `"${"[".repeat(100)}\\"${"{".repeat(100)}"`;
    expect(parse(text)).toBe(`${"[".repeat(100)}"${"{".repeat(100)}`);
  });
});

it.each<[name: string, bytes: Uint8Array, message: string | RegExp]>([
  ["a byte-order mark", Buffer.from("\uFEFF{}", "utf8"), NOT_JSON],
  ["UTF-16", Buffer.from("{}", "utf16le"), NOT_JSON],
  ["a lone continuation byte", Buffer.from([0x22, 0x80, 0x22]), NOT_UTF8],
  ["an overlong NUL", Buffer.from([0x22, 0xc0, 0x80, 0x22]), NOT_UTF8],
  ["a bare NUL", Buffer.from('"\0"', "utf8"), NOT_JSON],
  ["nothing", Buffer.alloc(0), NOT_JSON],
])("what is not text is refused: %s", (_, bytes, message) => {
  expectRefusal(bytes, message);
});

describe("an escape that cannot be stored", () => {
  it.each([
    ['"\\u0000"', NUL],
    ['{"a\\u0000b": 1}', NUL],
    ['[[{"a": ["\\u0000"]}]]', NUL],
    ['"\\ud800"', HALF],
    ['"\\udc00\\ud800"', HALF],
    ['{"\\udfff": 1}', HALF],
  ])("is refused: %s", (text, message) => {
    expectRefusal(text, message);
  });

  it.each([
    ['{"a": "\\\\u0000\\\\",\n"b\\\\\\u0000": 1}', "has a NUL character, which cannot be stored. Line 2, column 3"],
    ['["\\ud83d\\ude00", "\\ude00"]', "has half of a surrogate pair, which is no character. Line 1, column 19"],
    ['["\\ud83d\\ud83d\\ude00"]', "has half of a surrogate pair, which is no character. Line 1, column 3"],
  ])("is found where it is: %s", (text, place) => {
    expectRefusal(text, `The body ${place}. Leave it out.`);
  });

  it.each([
    ['"\\ud83d\\ude00"', "😀"],
    ['"\\\\u0000"', "\\u0000"],
    ['"\\uffff"', "\uffff"],
    ['"\\u202e"', "\u202e"],
  ])("is not this: %s", (text, value) => {
    expect(parse(text)).toBe(value);
  });
});

describe("an object", () => {
  it("has the last value of a key that appears twice", () => {
    expect(parse('{"a": 1, "b": 2, "a": 3}')).toEqual({ a: 3, b: 2 });
  });

  it("treats __proto__ and similar keys like any other, and nothing is polluted", () => {
    const value = parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}') as object;
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect("admin" in {}).toBe(false);
  });
});

it.each(["{", "[1,]", "{'a':1}", "01", "+1", "1.", ".5", "1-2", "NaN", "{} {}", "// a\n{}", '"\t"', "tru"])(
  "what is not JSON is refused: %s",
  (text) => {
    expectRefusal(text, NOT_JSON);
  },
);

describe("a hostile text of a megabyte", () => {
  const size = 1024 * 1024;

  // Each of these would keep a quadratic reader busy for minutes.
  it.each<[name: string, text: string, message: string | RegExp | null]>([
    ["zeros inside a number", `[0.1${"0".repeat(size)}1]`, INEXACT],
    ["zeros after a number", `[0.1${"0".repeat(size)}]`, INEXACT],
    ["zeros after a number that is not too long", `[0.1${"0".repeat(1_990)}]`, null],
    ["digits", `[${"9".repeat(size)}]`, INEXACT],
    ["exponents", `[1${"e1".repeat(size / 2)}]`, BROKEN],
    ["backslashes", `"${"\\".repeat(size)}"`, null],
    ["small numbers", `[${"1,".repeat(size / 2)}1]`, "The body has more than 50000 values. Send less at a time."],
    ["empty objects", `[${"{},".repeat(size / 3)}{}]`, MANY_KEYS],
    ["keys", `{${Array.from({ length: 10_001 }, (_, index) => `"${index}":1`).join(",")}}`, MANY_KEYS],
    [
      "numbers that are long when written out",
      `[${"1e300,".repeat(20_000)}1]`,
      /take more than 4194304 digits when they/,
    ],
  ])("is read through once: %s", async (_, text, message) => {
    const reading = Promise.resolve(parseJson(Buffer.from(text)));
    if (message === null) await reading;
    else {
      const expected = typeof message === "string" ? message : expect.stringMatching(message);
      await expect(reading).rejects.toMatchObject({ code: "INVALID_BODY", message: expected });
    }
  });

  it("is read to the end: 50,000 values, 10,000 keys", async () => {
    const values = [
      Array(39_990).fill(1),
      Object.fromEntries(Array.from({ length: 9_999 }, (_, at) => [`k${at}`, -0])),
    ];
    const text = JSON.stringify(values).replaceAll(":0", ":-0");
    expect(await parseJson(Buffer.from(text))).toEqual(JSON.parse(JSON.stringify(values)));
  });

  it("is reported with where it breaks, though not why", async () => {
    const text = `{"data":{\n"name":"${"é".repeat(size / 4)}","a":[1,2}}`;
    await expect(parseJson(Buffer.from(text))).rejects.toMatchObject({
      message: `The body is not valid JSON. Line 2, column ${'"name":"'.length + size / 4 + '","a":[1,2'.length + 1}.`,
    });
  });
});
