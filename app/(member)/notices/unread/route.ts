import { z } from "zod";
import { countUnread } from "@/lib/notices/list";
import { memberRead } from "@/lib/session/read";

export const GET = memberRead(z.object({}), async (_, { member }) => ({ unread: await countUnread(member) }));
