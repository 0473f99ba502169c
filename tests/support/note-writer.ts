/** Random notes for tests whose followers see some of them each. */
import { type Answer, send } from "./http";
import { dataOf, type Organization, type RecordView, recordsPath } from "./organization";
import type { MemberName } from "./organization-file";
import { pick } from "./webhook-receivers";

/** Everybody, one team, one's own, by address, both of the last two, and one who sees a field on some records only. */
export const FOLLOWERS: MemberName[] = ["rea", "red", "sen", "asa", "duo", "par"];
export const TEAMS = ["red", "blue", null];

export class NoteWriter {
  written = 0;
  readonly token: string;
  private readonly assignees: (string | null)[];

  constructor({ key, token }: Organization) {
    this.token = token("ada");
    this.assignees = [`asa@${key}.test`, `duo@${key}.test`, null];
  }

  newData() {
    this.written += 1;
    return { title: `note ${this.written}`, team: pick(TEAMS), assignee: pick(this.assignees) };
  }

  /** Creates a note, whose id it adds to `made`, or else updates or deletes one of them. */
  async write(origin: string, made: string[]): Promise<Answer> {
    if (made.length < 20 || Math.random() < 0.3) return this.create(origin, made);
    return this.change(origin, pick(made), Math.random() < 0.2 ? "DELETE" : "PATCH");
  }

  async create(origin: string, made: string[]): Promise<Answer> {
    const json = { data: this.newData() };
    const answer = await send(origin, { method: "POST", path: recordsPath("notes"), token: this.token, json });
    if (answer.status === 201) made.push(dataOf<RecordView>(answer).id);
    return answer;
  }

  change(origin: string, id: string, method: "PATCH" | "DELETE"): Promise<Answer> {
    const json = method === "PATCH" ? { data: this.newData() } : undefined;
    const headers = { "if-match": "*" };
    return send(origin, { method, path: `${recordsPath("notes")}/${id}`, token: this.token, headers, json });
  }
}
