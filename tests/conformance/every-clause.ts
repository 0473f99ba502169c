/** All clauses, in the order in which they are asked: those that only read, and those that write. */
import { AUTHENTICATION } from "./clauses/authentication";
import { CHANGES } from "./clauses/changes";
import { DISCOVERY } from "./clauses/discovery";
import { EVERY_ANSWER } from "./clauses/every-response";
import { LISTS } from "./clauses/lists";
import { RECORDS } from "./clauses/records";
import { WEBHOOKS } from "./clauses/webhooks";
import { WRITES } from "./clauses/writes";

export const READING = [...EVERY_ANSWER, ...AUTHENTICATION, ...DISCOVERY, ...LISTS, ...CHANGES, ...RECORDS];
export const EVERY_CLAUSE = [...READING, ...WRITES, ...WEBHOOKS];
