/** Renders the parts of a document: nothing in the Markdown becomes HTML by itself. */
import type { Token, Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { Code, CodeCard } from "@/components/code/code-card";
import type { CodeLanguage } from "@/components/code/highlight";
import { AnchorLink } from "@/components/reading/anchor-link";
import { Cell, Row, Table } from "@/components/ui/table";
import { ERROR_STATUS } from "@/lib/errors";
import { EXAMPLE_ORIGIN, linkedAddress, plainText, type ReadDocument } from "./read-document";

type MarkdownContext = {
  file: string;
  names: ReadDocument["names"];
  /** The address of this service, which replaces that of the examples. */
  origin: string;
};

export function Blocks({ tokens, context }: { tokens: readonly Token[]; context: MarkdownContext }): ReactNode {
  return inOrder(tokens.map((token) => renderBlock(token, context)));
}

function renderBlock(token: Token, context: MarkdownContext): ReactNode {
  switch (token.type) {
    case "heading":
      return <Heading token={token as Tokens.Heading} context={context} />;
    case "paragraph":
      return (
        <p>
          <Inlines tokens={token.tokens} file={context.file} />
        </p>
      );
    case "text":
      return token.tokens ? <Inlines tokens={token.tokens} file={context.file} /> : token.text;
    case "list":
      return <List token={token as Tokens.List} context={context} />;
    case "code":
      return <CodeExample token={token as Tokens.Code} context={context} />;
    case "table":
      return <MarkdownTable table={token as Tokens.Table} file={context.file} />;
    case "blockquote":
      return (
        <blockquote className="border-rim border-l-2 pl-4 text-quiet">
          <Blocks tokens={token.tokens ?? []} context={context} />
        </blockquote>
      );
    case "hr":
      return <hr className="border-line" />;
    case "space":
      return null;
    default:
      return <p>{token.raw}</p>;
  }
}

const HEADINGS: Record<number, string> = {
  1: "font-semibold text-3xl leading-tight",
  2: "mt-6 border-line border-t pt-8 font-semibold text-xl leading-snug",
  3: "mt-4 font-semibold text-base",
};

function Heading({ token, context }: { token: Tokens.Heading; context: MarkdownContext }) {
  const id = context.names.get(token);
  const Tag = `h${Math.min(token.depth, 6)}` as "h2";
  return (
    <Tag id={id} className={`group scroll-mt-4 [overflow-wrap:anywhere] ${HEADINGS[token.depth] ?? "font-semibold"}`}>
      <Inlines tokens={token.tokens} file={context.file} />
      {id !== undefined && token.depth > 1 && (
        <>
          {" "}
          <AnchorLink id={id} title={plainText(token)} />
        </>
      )}
    </Tag>
  );
}

function List({ token, context }: { token: Tokens.List; context: MarkdownContext }) {
  const items = inOrder(token.items.map((item) => renderItem(item, context)));
  if (!token.ordered) return <ul className="list-disc space-y-1.5 pl-5">{items}</ul>;
  return (
    <ol start={Number(token.start)} className="list-decimal space-y-1.5 pl-6">
      {items}
    </ol>
  );
}

function renderItem(item: Tokens.ListItem, context: MarkdownContext): ReactNode {
  return (
    <li>
      <Blocks tokens={item.tokens} context={context} />
    </li>
  );
}

const LANGUAGES: Record<string, [language: CodeLanguage, name: string]> = {
  sh: ["curl", "Shell"],
  js: ["javascript", "JavaScript"],
  ts: ["javascript", "TypeScript"],
  py: ["python", "Python"],
  python: ["python", "Python"],
  json: ["json", "JSON"],
  http: ["http", "HTTP"],
};

function CodeExample({ token, context }: { token: Tokens.Code; context: MarkdownContext }) {
  const [language, name] = LANGUAGES[token.lang ?? ""] ?? [null, "Text"];
  const label = context.names.get(token) ?? name;
  return (
    <CodeCard head={<span className="font-medium">{name}</span>} copyLabel={`Copy ${label}`}>
      <Code label={label} language={language}>
        {token.text.replaceAll(EXAMPLE_ORIGIN, context.origin)}
      </Code>
    </CodeCard>
  );
}

function MarkdownTable({ table, file }: { table: Tokens.Table; file: string }) {
  const headers = table.header.map(textOf);
  return (
    <Table
      caption={headers.join(", ") || "Terms"}
      columns={headers.map((header, index) => header || { name: `Column ${index + 1}`, isHidden: true })}
    >
      {table.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text have no other key.
        <Row key={index} id={anchorOfRow(row, file)} className="scroll-mt-4 target:bg-accent-soft">
          {row.map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <Cell key={column} label={headers[column] || undefined}>
              <Inlines tokens={cell.tokens} file={file} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

/** `/docs/errors#RATE_LIMITED`: responses and pages link to it. */
function anchorOfRow(row: readonly Tokens.TableCell[], file: string): string | undefined {
  return file === "docs/errors.md" ? row.map(textOf).find((text) => text in ERROR_STATUS) : undefined;
}

function textOf({ tokens }: Tokens.TableCell): string {
  return tokens.map(plainText).join("");
}

/** Renders the inline content of a document: text, code, emphasis and links. Anything else, such as HTML, is shown as written. */
function Inlines({ tokens = [], file }: { tokens: readonly Token[] | undefined; file: string }): ReactNode {
  return inOrder(tokens.map((token) => renderInline(token, file)));
}

function renderInline(token: Token, file: string): ReactNode {
  const inner = "tokens" in token && token.tokens ? <Inlines tokens={token.tokens} file={file} /> : null;
  switch (token.type) {
    case "codespan":
      return <code className="rounded bg-sunken px-1 py-px text-[0.9em]">{token.text}</code>;
    case "strong":
      return <strong className="font-semibold">{inner}</strong>;
    case "em":
      return <em>{inner}</em>;
    case "br":
      return <br />;
    case "link":
      return toLink(linkedAddress(token.href, file), inner);
    case "text":
    case "escape":
      return inner ?? token.text;
    default:
      return token.raw;
  }
}

function toLink(href: string | null, inner: ReactNode): ReactNode {
  if (href === null) return inner;
  return (
    <a href={href} className="text-accent underline underline-offset-2">
      {inner}
    </a>
  );
}

/** Renders parts of a text, which never change their order and so need no keys. */
function inOrder(parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
