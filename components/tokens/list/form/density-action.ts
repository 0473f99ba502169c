"use server";
/** Stores the row density of lists. A preference of this browser: it neither reads nor changes anything of a member. */
import { cookies } from "next/headers";
import { form, publicAction, textOf } from "@/lib/session/action";
import { cookieGuards } from "@/lib/session/cookies";
import { YEAR_SECONDS } from "@/lib/time/durations";
import { DENSITY_COOKIE, parseDensity } from "./density";

export const chooseDensity = publicAction(
  form,
  async ([chosen]): Promise<void> => {
    const density = parseDensity(textOf(chosen, "density"));
    (await cookies()).set(DENSITY_COOKIE, density, { ...cookieGuards(), maxAge: YEAR_SECONDS });
  },
  undefined,
);
